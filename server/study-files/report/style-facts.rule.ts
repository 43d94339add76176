import { noFacts, type Facts } from './facts.rule';

const comment = /\/\*[\s\S]*?\*\//g;
const addresses =
  /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi;
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** @param firstLine of the text in its file */
export function styleFacts(text: string, firstLine = 1): Facts {
  const facts = noFacts();
  const bare = text.replace(comment, blank);
  let [line, at] = [firstLine, 0];
  for (const match of bare.matchAll(addresses)) {
    line += bare.slice(at, match.index).split('\n').length - 1;
    at = match.index;
    const address = match.slice(1).find((one) => one !== undefined);
    if (address) facts.references.push({ address, line, from: 'file' });
  }
  return facts;
}
