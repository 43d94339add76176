export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches sixteen digits in a row, or a large exponent: a number that a double may not represent. */
const mayLoseDigits = /\d{16}|[eE]\+?\d{3}/;
const numbers = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses a text as JSON; undefined for any other text. Where a key occurs twice, the last value
 * counts, as in every JSON parser. Integers with more digits than a double can represent, and
 * numbers beyond its range, become texts. A text that is nested too deeply does not count as JSON,
 * since other programs cannot parse it.
 */
export function parseExactJson(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    if (!mayLoseDigits.test(text)) return value;
    const exact = withTexts(text);
    return exact === text ? value : (JSON.parse(exact) as Json);
  } catch {
    return undefined;
  }
}

const mostDepth = 500;
const code = { quote: 34, backslash: 92, list: 91, listEnd: 93, object: 123, objectEnd: 125 };

function isTooDeep(text: string): boolean {
  if (text.length < 2 * mostDepth) return false;
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length && depth <= mostDepth; i++) {
    const char = text.charCodeAt(i);
    if (isInText && char === code.backslash) i++;
    else if (char === code.quote) isInText = !isInText;
    else if (isInText) continue;
    else if (char === code.list || char === code.object) depth += 1;
    else if (char === code.listEnd || char === code.objectEnd) depth -= 1;
  }
  return depth > mostDepth;
}

/**
 * Replaces numbers that a double cannot represent by texts. The JSON must be valid, so that each
 * string ends. Strings are skipped without a regular expression, which would overflow its stack
 * within a string of a few megabytes.
 */
function withTexts(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const found = json.indexOf('"', at);
    const begin = found < 0 ? json.length : found;
    const end = found < 0 ? begin : endOfString(json, begin);
    parts.push(json.slice(at, begin).replace(numbers, asText), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}

function endOfString(json: string, begin: number): number {
  let at = begin + 1;
  for (; json.charCodeAt(at) !== code.quote; at++) if (json.charCodeAt(at) === code.backslash) at++;
  return at + 1;
}

function asText(token: string): string {
  const number = Number(token);
  const isHeld = Number.isFinite(number) && (!isInteger.test(token) || isSame(token, number));
  return isHeld ? token : `"${token}"`;
}

const isInteger = /^-?\d+$/;
/**
 * Whether a double represents the number exactly: it is written like the token in the JSON, or has
 * exactly the same value.
 */
const isSame = (token: string, number: number): boolean =>
  String(number) === token || BigInt(token) === BigInt(number);
