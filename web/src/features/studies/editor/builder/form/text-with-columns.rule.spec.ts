import { runInNewContext } from 'node:vm';
import type { Json } from '../../../../../../../contracts/timeline-values';
import { columnsIn, textOfValue, valueOfText } from './text-with-columns.rule';

describe('A text with columns of the table in it', () => {
  it('is stored as the expression that puts them in', () => {
    expect(valueOfText('<p style="color: {{colour}}">{{ word }}</p>')).toEqual({
      $js: "`<p style=\"color: ${variable('colour')}\">${variable('word')}</p>`",
    });
    expect(columnsIn('{{a}} {{b}} {{a}} {c} {{}}')).toEqual(['a', 'b']);
  });

  it.each([
    'plain',
    '',
    '{{word}}',
    'a `tick`, a \\ and ${code} beside {{word}}',
    '{{a}}{{b}}\n$5 {one}',
  ])('%j comes back as it was typed', (text) => {
    expect(textOfValue(valueOfText(text))).toBe(text);
  });

  it('computes nothing: what looks like code in the text stays text', () => {
    const { $js } = valueOfText('${1 + 1} {{word}} `x` \\') as { $js: string };
    const made = runInNewContext(`(variable) => ${$js}`) as (f: (n: string) => string) => string;
    expect(made((name) => name.toUpperCase())).toBe('${1 + 1} WORD `x` \\');
  });

  it.each([{ $js: '1 + 1' }, { $js: "`${variable('a') + 1}`" }, { $var: 'a' }, 5, null])(
    '%j is another kind of value',
    (value) => {
      expect(textOfValue(value as Json)).toBeNull();
    },
  );
});
