/** A part of an address, with what a percent sign encodes. */
export const encodedTokens = /[^\s?&=#/;,"'<>()]+/g;
const encoded = /%[0-9a-f]{2}/i;
export const isEncoded = (text: string): boolean => text.includes('%') && encoded.test(text);

/** How often a text is decoded: an address within an address is encoded twice. */
const mostTimes = 3;

/** The text in its decoded form. */
export function decoded(token: string): string {
  let text = token.replaceAll('+', ' ');
  for (let i = 0; i < mostTimes && isEncoded(text); i++) text = once(text);
  return text;
}
function once(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text was cut off, or contains a plain percent sign.
    return text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}
