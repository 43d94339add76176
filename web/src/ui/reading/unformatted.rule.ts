/** Characters that can have a meaning in Markdown anywhere in a line (CommonMark 0.31, 6). */
const inline = /[\\`*_[\]<>&!~]/;
/**
 * Beginnings of a line that have a meaning in Markdown (CommonMark 0.31, 4 and 5): a heading, a
 * list, a code block, a rule, an underline; and two spaces at the end of a line, which break it.
 */
const ofLine = /^( {0,3}(#|[-+]|=+\s*$|\d{1,9}[.)])| {4}|\s*\t)| {2}$/m;

/** Whether a Markdown renderer would show the text unchanged, as plain paragraphs. */
export const isUnformatted = (text: string) => !inline.test(text) && !ofLine.test(text);

/** Splits a text into its paragraphs, which empty lines separate. */
export const paragraphsOfText = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.replace(/^[^\S\n]+/gm, '').trim())
    .filter(Boolean);
