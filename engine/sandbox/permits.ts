/**
 * What a script may see of JavaScript: everything else is taken away before the first script is read.
 * Left out on purpose: what tells the time, differs by place, is random, runs later, or makes code from text (DESIGN §8).
 */

/** The globals that stay; `rule` and `sekisho` are added to them */
export const GLOBALS: readonly string[] = [
  "AggregateError",
  "Array",
  "Boolean",
  "Error",
  "EvalError",
  "Infinity",
  "InternalError",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "WeakMap",
  "WeakSet",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "globalThis",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "undefined",
];

/** Members that go although their owner stays: the path of the owner, and their names */
export const REMOVED: Readonly<Record<string, readonly string[]>> = {
  Math: ["random"],
  Error: ["captureStackTrace", "prepareStackTrace", "stackTraceLimit"],
  "Array.prototype": ["toLocaleString"],
  "Number.prototype": ["toLocaleString"],
  "Object.prototype": ["toLocaleString"],
  "String.prototype": ["localeCompare", "toLocaleLowerCase", "toLocaleUpperCase"],
  "RegExp.prototype": ["compile"],
};
