/**
 * Times and dates as text, in UTC; the core has no clock and no `Date`.
 * Texts of one form compare like the times they mean.
 */

const TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(?:Z|z|\+00:?00)?)?$/;
// As clocks give it.
const FULL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/;

/**
 * Reads `YYYY-MM-DDTHH:MM:SS.sssZ` and shorter forms of ISO 8601 in UTC, and gives the full form.
 * `undefined` for anything else, so a broken clock counts as none (and exceptions have ended).
 */
export function parseNow(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 40) return undefined;
  // One decision asks for the same time several times.
  if (value !== last) [last, read] = [value, readNow(value)];
  return read;
}

let last = "";
let read: string | undefined;

function readNow(value: string): string | undefined {
  if (FULL.test(value) && isDate(value.slice(0, 10))) return value;
  const found = TIME.exec(value);
  if (found === null) return undefined;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", fraction = ""] = found;
  if (!isDate(`${year}-${month}-${day}`) || hour > "23" || minute > "59" || second > "60") return undefined;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/** Whether this is a day of the calendar, written `YYYY-MM-DD` */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Milliseconds since 1970 of a time in the full form, as `parseNow` gives it */
export function millisecondsOf(time: string): number {
  const part = (from: number, to: number): number => Number(time.slice(from, to));
  const [year, month, day] = [part(0, 4), part(5, 7), part(8, 10)];
  let days = day - 1;
  for (let earlier = 1; earlier < month; earlier += 1) days += daysOf(year, earlier);
  const before = year - 1;
  days += 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - TO_1970;
  const seconds = (days * 24 + part(11, 13)) * 3600 + part(14, 16) * 60 + part(17, 19);
  return seconds * 1000 + part(20, 23);
}

/** The same time of the day before */
export function dayBefore(time: string): string {
  // A process that stays asks for the same day all day.
  if (!time.startsWith(today)) {
    yesterday = dateBefore(time);
    today = time.slice(0, 10);
  }
  return yesterday + time.slice(10);
}

let today = "none yet";
let yesterday = "";

function dateBefore(date: string): string {
  const part = (from: number, to: number): number => Number(date.slice(from, to));
  const [year, month, day] = [part(0, 4), part(5, 7), part(8, 10)];
  const pad = (value: number, length: number): string => String(value).padStart(length, "0");
  if (day > 1) return `${date.slice(0, 8)}${pad(day - 1, 2)}`;
  if (month > 1) return `${date.slice(0, 5)}${pad(month - 1, 2)}-${pad(daysOf(year, month - 1), 2)}`;
  return `${pad(Math.max(0, year - 1), 4)}-12-31`;
}

// Days from the first one of year 1 to that of 1970.
const TO_1970 = 719_162;
