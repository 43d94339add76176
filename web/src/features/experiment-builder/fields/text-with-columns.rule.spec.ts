import type { Json } from '../../../../../contracts/timeline/timeline-values';
import {
  columnsInPlaceholders,
  fillColumnPlaceholders,
} from '../../../../../contracts/timeline/timeline-tables.rule';
import { textOfStoredValue, storedValueOfText } from './text-with-columns.rule';

describe('a text with columns of the table', () => {
  it('is stored as a template without code', () => {
    expect(storedValueOfText('<p style="color: {{colour}}">{{ word }}</p>')).toEqual({
      $text: '<p style="color: {{colour}}">{{ word }}</p>',
    });
    expect(columnsInPlaceholders('{{a}} {{b}} {{a}} {c} {{}}')).toEqual(['a', 'b']);
  });

  it.each([
    'plain',
    '',
    '{{word}}',
    'a `tick`, a \\ and ${code} beside {{word}}',
    '{{a}}{{b}}\n$5 {one}',
  ])('is read as it was typed: %j', (text) => {
    expect(textOfStoredValue(storedValueOfText(text))).toBe(text);
  });

  it('keeps text that looks like code as text', () => {
    const { $text } = storedValueOfText('${1 + 1} {{word}} `x` \\') as { $text: string };
    expect(fillColumnPlaceholders($text, (name) => name.toUpperCase())).toBe(
      '${1 + 1} WORD `x` \\',
    );
  });

  it('is read from a stored template literal', () => {
    const $js = "`<p style=\"color: ${variable('colour')}\">a \\` ${variable('word')}</p>`";
    expect(textOfStoredValue({ $js })).toBe('<p style="color: {{colour}}">a ` {{word}}</p>');
  });

  it.each([{ $js: '1 + 1' }, { $js: "`${variable('a') + 1}`" }, { $var: 'a' }, 5, null])(
    '%j is no text with columns',
    (value) => {
      expect(textOfStoredValue(value as Json)).toBeNull();
    },
  );
});
