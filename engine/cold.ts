/**
 * The parts that most requests do not need, each loaded by name on first use.
 * The build replaces this file: in `dist/sekisho.cjs` a part is compressed text (KEEP IN SYNC with build/bundle.mjs).
 */

export interface ColdParts {
  readonly cli: typeof import("./cli/index.ts");
  readonly patterns: typeof import("./powers/patterns.ts");
  readonly policy: typeof import("./policy/index.ts");
  readonly "public-suffix": typeof import("./powers/public-suffix.ts");
}

// The build reads these lines: a part's name, and its module.
const doors: { readonly [Name in keyof ColdParts]: () => Promise<ColdParts[Name]> } = {
  cli: () => import("./cli/index.ts"),
  patterns: () => import("./powers/patterns.ts"),
  policy: () => import("./policy/index.ts"),
  "public-suffix": () => import("./powers/public-suffix.ts"),
};

const here = new Map<string, unknown>();

/** The part, loaded if need be */
export async function loadCold<Name extends keyof ColdParts>(name: Name): Promise<ColdParts[Name]> {
  const part = await doors[name]();
  here.set(name, part);
  return part;
}

/** Makes sure that `coldNow` finds these parts; in the built files it always does, so there nothing is loaded */
export async function prepareCold(...names: readonly (keyof ColdParts)[]): Promise<void> {
  await Promise.all(names.map(loadCold));
}

/** The part without waiting: in the built files always, from source once it was loaded or prepared */
export function coldNow<Name extends keyof ColdParts>(name: Name): ColdParts[Name] | undefined {
  return here.get(name) as ColdParts[Name] | undefined;
}
