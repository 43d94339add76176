import { makeEmptyFacts, type StudyFileFacts } from './facts.rule';

/**
 * Matches a quoted address. The length is bounded, since a quotation mark may have no counterpart.
 */
const quoted = String.raw`(?:"([^"]{0,2000})"|'([^']{0,2000})')`;
const gap = String.raw`\s{0,100}`;
const addresses = new RegExp(
  String.raw`url\(${gap}(?:${quoted}|([^"'()\s]{1,2000}))${gap}\)|@import${gap}${quoted}`,
  'gi',
);
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Replaces comments by spaces. A comment without an end extends to the end of the text. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let from = text.indexOf('/*'); from >= 0; from = text.indexOf('/*', at)) {
    const end = text.indexOf('*/', from + 2);
    const to = end < 0 ? text.length : end + 2;
    parts.push(text.slice(at, from), blank(text.slice(from, to)));
    at = to;
  }
  return parts.join('') + text.slice(at);
}

/**
 * Reads the facts about a style sheet or a style attribute.
 * @param firstLine the line of its file in which the text begins
 */
export function styleFacts(text: string, firstLine = 1): StudyFileFacts {
  const facts = makeEmptyFacts();
  const bare = withoutComments(text);
  let [line, at] = [firstLine, 0];
  for (const match of bare.matchAll(addresses)) {
    line += bare.slice(at, match.index).split('\n').length - 1;
    at = match.index;
    const address = match.slice(1).find((one) => one !== undefined);
    if (address) facts.references.push({ address, line, from: 'file' });
  }
  return facts;
}
