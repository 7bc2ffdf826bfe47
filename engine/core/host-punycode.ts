/**
 * Punycode (RFC 3492): one label outside ASCII as the ASCII text that the name system knows, and back.
 * Written here because the core may use neither `URL` nor packages; labels are short, so the quadratic steps are bounded.
 */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 0x80;

/** RFC 1035, 2.3.4: more than this is no label, so nothing longer is read */
const MAX_LABEL = 63;

/** The part after `xn--` for these code points; `undefined` if it can't fit into a label */
export function encodePunycode(codePoints: readonly number[]): string | undefined {
  if (codePoints.length > MAX_LABEL) return undefined;
  const basic = codePoints.filter((code) => code < INITIAL_N);
  let output = String.fromCharCode(...basic);
  if (basic.length > 0) output += "-";
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  let handled = basic.length;
  while (handled < codePoints.length) {
    let next = Number.POSITIVE_INFINITY;
    for (const code of codePoints) if (code >= n && code < next) next = code;
    delta += (next - n) * (handled + 1);
    n = next;
    for (const code of codePoints) {
      if (code < n) delta += 1;
      if (code !== n) continue;
      output += variableLength(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    n += 1;
  }
  return output;
}

/** The code points for the part after `xn--`, which has to be in lower case; `undefined` if it is none */
export function decodePunycode(text: string): readonly number[] | undefined {
  if (text.length > MAX_LABEL) return undefined;
  const border = text.lastIndexOf("-");
  const output: number[] = [];
  for (let index = 0; index < border; index += 1) output.push(text.charCodeAt(index));
  let n = INITIAL_N;
  let position = 0;
  let bias = INITIAL_BIAS;
  // An encoder writes no border where there is nothing before it; `encodePunycode` gives the one spelling to compare with.
  let index = border < 0 ? 0 : border + 1;
  while (index < text.length) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitValue(text.charCodeAt(index));
      index += 1;
      if (digit === undefined) return undefined;
      position += digit * weight;
      if (position > 0x7fffffff) return undefined;
      const threshold = thresholdAt(k, bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(position - before, length, before === 0);
    n += Math.floor(position / length);
    if (n > 0x10ffff) return undefined;
    position %= length;
    output.splice(position, 0, n);
    position += 1;
  }
  return output;
}

function variableLength(delta: number, bias: number): string {
  let output = "";
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = thresholdAt(k, bias);
    if (rest < threshold) return output + digitText(rest);
    output += digitText(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function thresholdAt(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, T_MIN), T_MAX);
}

function digitText(digit: number): string {
  return String.fromCharCode(digit < 26 ? 0x61 + digit : 0x30 + digit - 26);
}

function digitValue(unit: number): number | undefined {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61;
  return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 + 26 : undefined;
}
