/**
 * Records as rows: when, which, what came of it, whose, and why.
 */
import type { DecisionRecord } from "../core/record.ts";
import { renderCode, showHostile } from "../render.ts";
import { renderTable, type Style } from "./style.ts";

/** `first`: with the head above them; rows that come one by one line up as well as they can */
export function renderRows(records: readonly DecisionRecord[], first: boolean, style: Style): string {
  if (records.length === 0) return first ? "no decision is recorded here\n" : "";
  const head = first ? [["time", "id", "effect", "server", "of", "because"]] : [];
  const rows = records.map(rowOf);
  const paint = (cell: string, column: number): string => (column === 2 ? style.effect(cell) : cell);
  return renderTable([...head, ...rows], paint);
}

function rowOf(record: DecisionRecord): readonly string[] {
  const { now, id, effect, server, reasons, observed } = record;
  const codes = [...new Set(reasons.map(renderCode))];
  const seen = [...new Set(observed.map((one) => `(${one.effect} ${renderCode(one)})`))];
  return [timeOf(now), showHostile(id, 40), effect, serverOf(server), kindOf(record), [...codes, ...seen].join(", ")];
}

/** A time as people read it, in UTC */
export function timeOf(now: string | null): string {
  return now === null ? "-" : showHostile(now.slice(0, 19).replace("T", " "));
}

function serverOf(server: string | null): string {
  return server === null ? "-" : showHostile(server, 40);
}

function kindOf({ event, mode }: DecisionRecord): string {
  if (event === null || mode === null) return "unread";
  return event === "Elicitation" ? (mode === "url" ? "link" : "form") : "answer";
}
