/**
 * The size report: what every start reads and evaluates, and what is only carried.
 */

export function renderSizes({ total, hot, parts }) {
  const rows = parts.map(({ name, raw, deflated, carried, of }) => [name, raw, deflated, carried, of.join(", ")]);
  const table = [["cold part", "code", "deflated", "carried", "largest of"], ...rows];
  const lines = table.map(([name, ...cells]) => {
    const figures = cells.slice(0, 3).map((cell) => String(cell).padStart(10));
    return `${name.padEnd(16)}${figures.join("")}  ${cells[3]}`;
  });
  return [`dist/sekisho.cjs: ${total} bytes; ${hot} are code that each start reads`, ...lines, ""].join("\n");
}
