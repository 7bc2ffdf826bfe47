/**
 * The four formats of the grammar, checked as the validators of real servers check them (measured: mcp-elicitation §4.1).
 * Patterns only look for a character that may not stand there: nothing repeats, so a hostile text costs one pass.
 */
import type { Format } from "./form.ts";
import { isUri } from "./form-uri.ts";

export function hasFormat(text: string, format: Format): boolean {
  switch (format) {
    case "date":
      return isDate(text);
    case "date-time":
      return isDateTime(text);
    case "email":
      return isEmail(text);
    case "uri":
      return isUri(text);
  }
}

// RFC 3339 full-date
function isDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return false;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

// RFC 3339 date-time. Seconds and offset are required; validators also take a blank for the `T`, and the offsets
// `+0900` and `+09` of ISO 8601. A second 60 must be the last of a day in UTC.
function isDateTime(text: string): boolean {
  const separator = text[10];
  if (!isDate(text.slice(0, 10)) || (separator !== "T" && separator !== "t" && separator !== " ")) return false;
  if (text[13] !== ":" || text[16] !== ":") return false;
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  const rest = text.slice(19);
  const end = rest.search(/[^0-9.]/);
  if (end < 0 || !isFraction(rest.slice(0, end))) return false;
  const offset = readOffset(rest.slice(end));
  if (offset === undefined) return false;
  return second < 60 || (((hour * 60 + minute - offset) % DAY) + DAY) % DAY === DAY - 1;
}

const DAY = 24 * 60;

function isFraction(text: string): boolean {
  return text === "" || (text.length > 1 && text.lastIndexOf(".") === 0);
}

function readOffset(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  if (text[0] !== "+" && text[0] !== "-") return undefined;
  const colon = text[3] === ":" ? 1 : 0;
  const short = text.length === 3;
  if (!short && text.length !== 5 + colon) return undefined;
  const hours = digits(text, 1, 3);
  const minutes = short ? 0 : digits(text, 3 + colon, 5 + colon);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return (text[0] === "-" ? -1 : 1) * (hours * 60 + minutes);
}

/** The number that ASCII digits spell, or -1 */
function digits(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  return part.length < to - from || /[^0-9]/.test(part) ? -1 : Number(part);
}

// Atoms of RFC 5322 with dots between, and a host of at least two labels: no quoted part, no address literal.
function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 0) return false;
  const atoms = text.slice(0, at).split(".");
  const labels = text.slice(at + 1).split(".");
  return atoms.every(isAtom) && labels.length > 1 && labels.every(isLabel);
}

function isAtom(text: string): boolean {
  return text !== "" && !/[^\w!#$%&'*+/=?^`{|}~-]/.test(text);
}

function isLabel(text: string): boolean {
  return text !== "" && !text.startsWith("-") && !text.endsWith("-") && !/[^A-Za-z0-9-]/.test(text);
}
