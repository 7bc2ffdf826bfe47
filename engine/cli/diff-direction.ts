/**
 * Which way a change goes, and what two changes come to.
 */

/** `unknown`: for some requests it may go one way, for others the other */
export type Direction = "looser" | "same" | "stricter" | "unknown";

/** Both changes made at once */
export function both(one: Direction, other: Direction): Direction {
  if (one === "same") return other;
  return other === "same" || one === other ? one : "unknown";
}

export function reverse(direction: Direction): Direction {
  if (direction === "stricter") return "looser";
  return direction === "looser" ? "stricter" : direction;
}
