import type { Json } from '../../../../../../../contracts/timeline-values';
import { markedIn } from '../../../../../../../contracts/timeline-values';

/** In what the researcher types: `{{word}}` is the value of the column `word`. */
const slot = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;
/** The same in a template literal, as it is stored. */
const call = /\$\{variable\('([A-Za-z_][A-Za-z0-9_]*)'\)\}/g;

const escaped = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
const unescaped = (text: string): string => text.replace(/\\([\\`$])/g, '$1');

/** The columns that a text names. */
export const columnsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(slot)].map(([, name = '']) => name)),
];

/** A text as it is stored: with columns in it, as the expression that puts them in. */
export function valueOfText(text: string): Json {
  if (columnsIn(text).length === 0) return text;
  const parts = text.split(slot);
  const inner = parts.map((part, i) => (i % 2 ? `\${variable('${part}')}` : escaped(part)));
  return { $js: `\`${inner.join('')}\`` };
}

/**
 * What `valueOfText` makes this value of.
 * @returns null for any other expression, and for what is no text
 */
export function textOfValue(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  const marked = markedIn(value);
  if (marked?.marker !== '$js' || !/^`.*`$/s.test(marked.text)) return null;
  const parts = marked.text.slice(1, -1).split(call);
  const text = parts.map((part, i) => (i % 2 ? `{{${part}}}` : unescaped(part))).join('');
  const again = valueOfText(text);
  return markedIn(again)?.text === marked.text ? text : null;
}
