/** The reading of policies as one part: it brings YAML with it, so a hook with a compiled policy never loads it. */
export { renderDiagnostics, toPolicyProblem } from "./diagnostics.ts";
export { type LoadedDocument, type LoadSettings, loadPolicyText, loadPolicyValue, type PolicyText } from "./load.ts";
export { nearestWord } from "./nearest.ts";
