import { columnsInPlaceholders } from '../../../../../contracts/timeline/timeline-tables.rule';
import { type Json, parseMarkedValue } from '../../../../../contracts/timeline/timeline-values';

/** A column in a text that was stored before `$text` existed. Such a text is a template literal. */
const call = /\$\{variable\('([A-Za-z_][A-Za-z0-9_]*)'\)\}/g;

const escaped = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
const unescaped = (text: string): string => text.replace(/\\([\\`$])/g, '$1');

/**
 * Converts a text to the value that the timeline stores for it. If the text contains columns,
 * jsPsych fills in their values when the trial begins.
 */
export const storedValueOfText = (text: string): Json =>
  columnsInPlaceholders(text).length === 0 ? text : { $text: text };

/**
 * Returns the text that a stored value contains. The value is the text itself, an object with the
 * key `$text`, or, from earlier versions, an object with `$js` whose code is one template literal.
 * @returns null for any other value, such as other code
 */
export function textOfStoredValue(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  const marked = parseMarkedValue(value);
  if (marked?.marker === '$text') return marked.text;
  if (marked?.marker !== '$js' || !/^`.*`$/s.test(marked.text)) return null;
  const parts = marked.text.slice(1, -1).split(call);
  if (parts.length < 2) return null;
  const text = parts.map((part, i) => (i % 2 ? `{{${part}}}` : unescaped(part))).join('');
  const again = parts.map((part, i) =>
    i % 2 ? `\${variable('${part}')}` : escaped(unescaped(part)),
  );
  return `\`${again.join('')}\`` === marked.text ? text : null;
}
