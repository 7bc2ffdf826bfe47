/**
 * The size report: what every start reads, by module, and what is only carried.
 */

const SHOWN = 16;

export function renderSizes({ total, hot, parts, hotModules }) {
  const rows = parts.map(({ name, raw, deflated, carried, of }) => [name, raw, deflated, carried, of.join(" ")]);
  const cold = [["cold part", "code", "deflated", "carried", "the largest in it"], ...rows];
  const modules = hotModules.toSorted((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
  const rest = modules.slice(SHOWN).reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    `dist/sekisho.cjs: ${total} bytes; ${hot} are code that each start reads, \`hook\` among them:`,
    ...modules.slice(0, SHOWN).map(({ path, bytes }) => `${String(bytes).padStart(8)}  ${path}`),
    `${String(rest).padStart(8)}  in ${Math.max(0, modules.length - SHOWN)} more`,
    ...cold.map(([name, ...cells]) => {
      const figures = cells.slice(0, 3).map((cell) => String(cell).padStart(10));
      return `${name.padEnd(18)}${figures.join("")}  ${cells[3]}`;
    }),
    "",
  ].join("\n");
}
