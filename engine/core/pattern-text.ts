/**
 * Conditions on a text, as a policy states them: `{ words: […], globs: […], matches: … }`.
 * A list means one of it, a mapping all of it, here and in the conditions made of these.
 */
import { isGlob, matchesGlob } from "./glob.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import {
  bad,
  good,
  inside,
  kindOf,
  listSchema,
  type OptionPowers,
  type OptionProblem,
  readList,
  readText,
} from "./options.ts";
import type { TextTest } from "./pattern.ts";
import { checkDelimiters, explainPattern } from "./pattern-help.ts";
import { checkWord, createWordsTest } from "./pattern-words.ts";
import type { Result } from "./result.ts";

/** What stands in for a text where a host or scheme is meant: names in lower-case ASCII */
export type TextKind = "ascii-name" | "text";

export const TEXT_SCHEMA: JsonObject = mappingSchema({
  words: described("whole words, in any case", listSchema({ type: "string", minLength: 1 })),
  globs: described(
    "the whole text: `*` is any run of characters, `?` is one",
    listSchema({ type: "string", minLength: 1 }),
  ),
  matches: described("an RE2 pattern, found anywhere in the text", listSchema({ type: "string", minLength: 1 })),
});

export function readTextCondition(
  value: JsonValue,
  powers: OptionPowers,
  kind: TextKind = "text",
): Result<TextTest, OptionProblem> {
  const read = readMapping(value, ["words", "globs", "matches"], (one, name): Result<TextTest, OptionProblem> => {
    switch (name) {
      case "words":
        return made(readList(one, powers, readWord), createWordsTest);
      case "globs":
        return made(readList(one, powers, kind === "text" ? readText : readAsciiName), createGlobsTest);
      case "matches":
        return made(readList(one, powers, readPattern), someOf);
    }
  });
  return made(read, (tests) => everyOf([...tests.values()]));
}

/** Reads a mapping with some of these keys, and at least one */
export function readMapping<Name extends string, Value>(
  value: JsonValue,
  names: readonly Name[],
  readOne: (value: JsonValue, name: Name) => Result<Value, OptionProblem>,
): Result<ReadonlyMap<Name, Value>, OptionProblem> {
  const known = names.map((name) => `\`${name}\``).join(", ");
  if (!isObject(value)) {
    return bad({
      path: [],
      code: "wrong-type",
      message: `a mapping is wanted here, not ${kindOf(value)}`,
      help: `known are ${known}`,
    });
  }
  const read = new Map<Name, Value>();
  const problems: OptionProblem[] = [];
  for (const [key, stated] of Object.entries(value)) {
    const name = names.find((one) => one === key);
    if (name === undefined) {
      problems.push({
        path: [key],
        code: "unknown-key",
        message: `unknown key \`${key}\``,
        help: `known are ${known}`,
      });
      continue;
    }
    const one = readOne(stated, name);
    if (one.ok) read.set(name, one.value);
    else problems.push(...one.errors.map((problem) => inside(name, problem)));
  }
  const [first, ...rest] = problems;
  if (first !== undefined) return { ok: false, errors: [first, ...rest] };
  if (read.size > 0) return good(read);
  return bad({
    path: [],
    code: "wrong-value",
    message: "the condition asks for nothing",
    help: `say at least one of ${known}`,
  });
}

/** JSON Schema of such a mapping */
export function mappingSchema(properties: JsonObject): JsonObject {
  return { type: "object", additionalProperties: false, minProperties: 1, properties };
}

export function described(description: string, schema: JsonObject): JsonObject {
  return { description, ...schema };
}

/** What was read, made into something else */
export function made<From, To>(
  read: Result<From, OptionProblem>,
  make: (value: From) => To,
): Result<To, OptionProblem> {
  return read.ok ? good(make(read.value)) : read;
}

function everyOf(tests: readonly TextTest[]): TextTest {
  const [only, ...others] = tests;
  return only !== undefined && others.length === 0 ? only : (text) => tests.every((test) => test(text));
}

function someOf(tests: readonly TextTest[]): TextTest {
  const [only, ...others] = tests;
  return only !== undefined && others.length === 0 ? only : (text) => tests.some((test) => test(text));
}

function readWord(value: JsonValue): Result<string, OptionProblem> {
  const word = readText(value);
  const help = word.ok ? checkWord(word.value) : undefined;
  if (!word.ok || help === undefined) return word;
  return bad({ path: [], code: "wrong-value", message: `\`${word.value}\` is no whole word`, help });
}

function readAsciiName(value: JsonValue): Result<string, OptionProblem> {
  const name = readText(value);
  if (!name.ok || /^[\x21-\x7e]+$/.test(name.value)) return made(name, lowerCase);
  return bad({
    path: [],
    code: "wrong-value",
    message: "names are compared in ASCII, so this never matches",
    help: "write the host as browsers send it: `xn--…`",
  });
}

function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x20));
}

function createGlobsTest(globs: readonly string[]): TextTest {
  return someOf(globs.map(createGlobTest));
}

// Most globs are a piece of text with stars around it, for which the engine's own search is faster.
function createGlobTest(glob: string): TextTest {
  const core = glob.replace(/^\*+|\*+$/g, "");
  if (!isGlob(glob)) return (text) => text === glob;
  if (isGlob(core) || core === "") return (text) => matchesGlob(glob, text);
  const opens = glob.startsWith("*");
  const closes = glob.endsWith("*");
  if (opens && closes) return (text) => text.includes(core);
  return opens ? (text) => text.endsWith(core) : (text) => text.startsWith(core);
}

function readPattern(value: JsonValue, powers: OptionPowers): Result<TextTest, OptionProblem> {
  if (value === "") return badPattern("an empty pattern matches everything", "write what the text has to hold");
  const source = readText(value);
  if (!source.ok) return source;
  // A compiled policy was checked before: then a pattern is only built when a request comes to it.
  if (powers.registrableDomain === undefined) return good(laterTest(source.value, powers));
  const delimited = checkDelimiters(source.value);
  if (delimited !== undefined) return badPattern(delimited.message, delimited.help);
  const test = powers.pattern(source.value);
  if (test === undefined) {
    const { message, help } = explainPattern(source.value);
    return badPattern(message, help);
  }
  return matchesEverything(test)
    ? badPattern("the pattern matches everything", "write what the text has to hold, or leave the condition out")
    : good(test);
}

function laterTest(source: string, powers: OptionPowers): TextTest {
  let test: TextTest | undefined;
  return (text) => {
    test ??= powers.pattern(source);
    // A throw counts as a failure of the rule, which refuses (DESIGN §2).
    if (test === undefined) throw new Error("a compiled policy holds a pattern that is not RE2 syntax");
    return test(text);
  };
}

// Whether it tells no text from another: it finds itself in the empty one, and in a few that have nothing in common.
function matchesEverything(test: TextTest): boolean {
  return ["", "a", "Z9_", " ", "-", "日本", "x y, z."].every(test);
}

function badPattern(message: string, help: string): ReturnType<typeof bad> {
  return bad({ path: [], code: "bad-pattern", message, help });
}
