/** Characters that can have a meaning in Markdown anywhere in a line (CommonMark 0.31, 6). */
const inline = /[\\`*_[\]<>&!~]/;
/**
 * Beginnings of a line that give it a meaning in Markdown (4 and 5): a heading, a list, a code block, a rule, an underline; and two
 * spaces at its end, which break the line.
 */
const ofLine = /^( {0,3}(#|[-+]|=+\s*$|\d{1,9}[.)])| {4}|\s*\t)| {2}$/m;

/** Whether Markdown would show the text as it is, in paragraphs. */
export const isPlain = (text: string) => !inline.test(text) && !ofLine.test(text);

/** The paragraphs of a text: separated by empty lines. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.replace(/^[^\S\n]+/gm, '').trim())
    .filter(Boolean);
