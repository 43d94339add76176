import { toPrintableText } from './printable';

const shown = (text: string) => toPrintableText(text, () => true);

describe('A text in the font of a receipt', () => {
  it.each(['Wahrnehmung & Größe “4,50 €”', 'Μνήμη', 'Память', 'Şişli Łódź Đorđe'])(
    'stays as it is: %s',
    (text) => expect(shown(text)).toEqual({ text, isEscaped: false }),
  );

  it.each([
    ['記憶', '[U+8A18][U+61B6]'],
    ['ذاكرة', '[U+0630][U+0627][U+0643][U+0631][U+0629]'],
    ['A זיכ', 'A [U+05D6][U+05D9][U+05DB]'],
  ])(
    'has numbers instead of the characters of a script that it does not write: %s',
    (text, escaped) => {
      expect(shown(text)).toEqual({ text: escaped, isEscaped: true });
    },
  );

  it('shows the Unicode number of a character that the font lacks', () => {
    expect(toPrintableText('a🧠', (code) => code < 0x500)).toEqual({
      text: 'a[U+1F9E0]',
      isEscaped: true,
    });
  });

  it('has plain spaces in place of all other kinds of spaces', () => {
    expect(shown('4,50\u00a0€\u202f!').text).toBe('4,50 € !');
  });
});
