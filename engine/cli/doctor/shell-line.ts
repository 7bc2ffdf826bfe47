/**
 * Reads a line of shell as far as a doctor needs it: which programs it names, and what stands between them.
 * What it can't tell for certain it says nothing about: a wrong alarm about somebody's script helps nobody.
 */

export interface ShellLine {
  /** Simple commands in order, each as its words; assignments before them are left out */
  readonly commands: readonly (readonly ShellWord[])[];
  /** What joins them: `|`, `||`, `&&`, `;`, `&` or a line end; the first stands after the first command */
  readonly joints: readonly string[];
}

export interface ShellWord {
  /** As written */
  readonly written: string;
  /** With quotes and known variables resolved; `undefined`: only a shell can tell */
  readonly text: string | undefined;
}

/** `undefined`: there is more in it than words and what joins them. `variable`: its value, if it is known */
export function parseShellLine(line: string, variable: (name: string) => string | undefined): ShellLine | undefined {
  const commands: ShellWord[][] = [[]];
  const joints: string[] = [];
  const tokens = tokensOf(line);
  if (tokens === undefined) return undefined;
  let skip = false;
  for (const token of tokens) {
    const command = commands.at(-1) ?? [];
    if (/^(?:\d*(?:>>?|<|>\|)&?|&>>?)$/.test(token)) skip = true;
    else if (/^(?:\|\|?&?|&&|;|&|\n)$/.test(token)) {
      joints.push(token);
      commands.push([]);
    } else if (skip) skip = false;
    else if (command.length > 0 || !/^[A-Za-z_][A-Za-z0-9_]*=/.test(token))
      command.push({ written: token, text: resolveWord(token, variable) });
  }
  const [first] = commands[0] ?? [];
  // Only a shell can say what runs inside of these.
  if (first === undefined || KEYWORDS.has(first.written)) return undefined;
  if (commands.at(-1)?.length === 0) commands.pop();
  return { commands, joints };
}

const KEYWORDS = new Set(["if", "for", "while", "until", "case", "{", "!", "[[", "function", "time", "(("]);

const TOKEN =
  /[ \t]+|#[^\n]*|\d*(?:>>|>\||[<>])&?(?:\d+|-)?|&>>?|\|\|?&?|&&|[;&\n]|(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\$\{[A-Za-z_][A-Za-z0-9_]*\}|[^\s\\'"|&;<>()`])+/y;

function tokensOf(line: string): readonly string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < line.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(line) ?? [];
    if (token === undefined || /\$\(|`/.test(token)) return undefined;
    if (/^[ \t]|^#/.test(token)) continue;
    // `2>&1` brings its target along.
    if (!/^\d*>&(?:\d+|-)$/.test(token)) tokens.push(token);
  }
  return tokens;
}

function resolveWord(word: string, variable: (name: string) => string | undefined): string | undefined {
  let known = true;
  const expand = (text: string): string =>
    text.replace(/\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*)|(.))/g, (_, braced, plain, other) => {
      const value = other === undefined ? variable(braced ?? plain) : undefined;
      if (value === undefined) known = false;
      return value ?? "";
    });
  const home = /^~(?=\/|$)/.test(word) ? variable("HOME") : undefined;
  if (word.startsWith("~") && home === undefined) return undefined;
  if (/[*?[]/.test(word.replace(/'[^']*'|"[^"]*"/g, ""))) return undefined;
  const text = word
    .replace(/^~/, "")
    .replace(/\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\\'"]+)/g, (_, escaped, single, double, plain) => {
      if (escaped !== undefined) return escaped === "\n" ? "" : escaped;
      if (single !== undefined) return single;
      if (double !== undefined) return expand(double.replace(/\\(["\\`\n])/g, "$1"));
      return expand(plain);
    });
  return known ? (home ?? "") + text : undefined;
}
