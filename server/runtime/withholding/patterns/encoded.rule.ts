/** Matches the parts of a web address that may be percent-encoded. */
export const encodedTokens = /[^\s?&=#/;,"'<>()]+/g;
const encoded = /%[0-9a-f]{2}/i;
export const isEncoded = (text: string): boolean => text.includes('%') && encoded.test(text);

/** How often a text is decoded: an address within an address is encoded twice. */
const mostTimes = 3;

/** Decodes a percent-encoded text. */
export function decodePercents(token: string): string {
  let text = token.replaceAll('+', ' ');
  for (let i = 0; i < mostTimes && isEncoded(text); i++) text = once(text);
  return text;
}
function once(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // `decodeURIComponent` fails for a text that was cut off, or contains a percent sign that
    // encodes nothing; then only ASCII characters are decoded.
    return text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}
