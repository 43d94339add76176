import {
  replaceUnsafeCharacters,
  firstInvisibleCharacter,
  QueryFlag,
  isOneLine,
  singleLine,
  optionalSingleLine,
  optionalMultilineText,
  optionalPersonName,
  personName,
  multilineText,
} from './fields';

const hidden = [
  'a\u0000b',
  'a\u0007b',
  'a\u007fb',
  'a\u0085b',
  'a\u009bb',
  'a\tb',
  'a\nb',
  'a\r\nb',
  'a\u2028b',
  'a\u2029b',
  'a\u061cb',
  'a\u200eb',
  'a\u200fb',
  'a\u202ab',
  'a\u202eb',
  'a\u2066b',
  'a\u2069b',
  '\u202eb',
  'a\u2069',
  'a\ud800b',
  'a\u00adb',
  'a\u200bb',
  'a\u200cb',
  'a\u200db',
  'a\u2060b',
  'a\ufeffb',
  'a\u3164b',
  'a\u{e0041}b',
  'علی\u200b',
  'دا\u200cود', // alef does not join the next letter, even without the non-joiner
  'ی\u200dک',
  'क\u200cख',
  '🙂\u200db',
  'a\u2800b',
  'a\u034fb',
  'ក\u17b5',
  'ᠠ\u180b',
  '葛\u{e0100}',
  '🙂\ufe0f', // this character is an emoji even without U+FE0F
  '1\ufe0f',
];

describe.each([
  ['several lines', multilineText(40), (value: string) => `${value}\n\n${value}`],
  [
    'several lines that may be empty',
    optionalMultilineText(40),
    (value: string) => `${value}\n${value}`,
  ],
  ['one line', singleLine(40), (value: string) => value],
  ['one line that may be empty', optionalSingleLine(40), (value: string) => value],
])('text of %s', (_, field, lines) => {
  it.each(['Ma\u0301ria', 'が', '한국어', 'Việt', 'й', 'क़', '\u212bngström', 'naïve 🙂'])(
    'normalizes %j to one Unicode form (NFC)',
    (word) => {
      const forms = ['NFC', 'NFD'].map((form) => field.parse(lines(word.normalize(form))));
      expect(forms).toEqual([lines(word).normalize('NFC'), lines(word).normalize('NFC')]);
    },
  );

  it('keeps look-alike characters, code and inner spaces', () => {
    for (const value of ['ﬁ ² ½ ａ', 'if (a  <  b) { x = "é"; }', 'x\u00a0y', '①'])
      expect(field.parse(value)).toBe(value);
  });

  it('is measured in Unicode’s composed form, in which it is stored', () => {
    // The limits count the characters of a text after its composition (NFC). Composition turns
    // U+0958 into two characters, and e with an acute accent into one.
    expect(field.safeParse('\u0958'.repeat(21)).success).toBe(false);
    expect(field.parse('e\u0301'.repeat(40))).toBe('é'.repeat(40));
  });
});

describe('multi-line text in a field', () => {
  it.each(['\u200b\u2060\u2800', '\u3164', ' \ufe0f\n', 'ab\u200b'.repeat(10)])(
    'does not count invisible characters: %j',
    (value) => {
      const { error } = multilineText(200, 21).safeParse(value.padEnd(40, '\u200b'));
      expect(error?.issues.at(-1)).toMatchObject({ message: 'invalid_text' });
    },
  );
  it('keeps its line breaks, joiners and marks', () => {
    for (const value of ['One\ntwo\tthree', 'می\u200cخواهم', 'a\u00adb'])
      expect(multilineText(50).parse(value)).toBe(value);
    expect(multilineText(50, 7).parse('a\n\nbcde')).toBe('a\n\nbcde');
  });
});

describe('name of a person', () => {
  it.each([
    '\u{13441}',
    '\u{13442}',
    '\u{1d159}',
    '\u{16fe4}',
    '\ufffc',
    '\ue000',
    '\ufdd0',
    '\u0378',
  ])('refuses an invisible character: %j', (one) =>
    expect(personName(50).safeParse(`Anna${one}`).success).toBe(false),
  );
  it('needs a letter or a digit', () => {
    for (const value of ['\u0301', '-', '. .', '🙂'])
      expect(personName(50).safeParse(value).success).toBe(false);
    for (const value of ['李', "O'Neill-Müller", 'X Æ A-12', 'علی', '7'])
      expect(personName(50).parse(value)).toBe(value);
  });
  it('is normalized to composed characters and single spaces', () => {
    for (const value of ['Ana  Mária', 'Ana\u2009Mária', 'Ana\u00a0Ma\u0301ria'])
      expect(personName(50).parse(value)).toBe('Ana Mária');
  });
});

describe('single-line text in a field', () => {
  it('is stored with composed characters', () => {
    for (const schema of [
      singleLine(20),
      optionalSingleLine(20),
      personName(20),
      optionalPersonName(20),
    ])
      expect(schema.parse('nai\u0308ve')).toBe('naïve');
  });

  it.each(hidden)('refuses %j', (value) => {
    for (const schema of [singleLine(50), optionalSingleLine(50)])
      expect(schema.safeParse(value).error?.issues).toMatchObject([{ message: 'invalid_text' }]);
  });

  it.each(['Ada', "O'Neill-Müller", '李', 'ٱلْعَرَبِيَّة', 'שלום', '🙂', 'a\u00a0b'])(
    'accepts %j',
    (value) => {
      for (const schema of [singleLine(50), optionalSingleLine(50)])
        expect(schema.parse(value)).toBe(value);
    },
  );

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Persian, with a vowel mark', 'مِی\u200cنا'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Hindi', 'क्\u200dष'],
    ['Hindi, not joined', 'क्\u200cष'],
    ['Bengali', 'র\u200d্যাচেল'],
    ['Kannada', 'ರ\u200d್ಕ'],
    ['an emoji of two', '👩🏽\u200d🔬'],
    ['an emoji with a sign', '❤️\u200d🔥'],
    ['a sign shown as an emoji', '❤\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3'],
  ])('accepts a joiner that changes what is visible: %s', (_, value) => {
    expect(singleLine(50).parse(value)).toBe(value);
    expect(replaceUnsafeCharacters(value, '')).toBe(value);
  });

  it('contains no default-ignorable code point of Unicode at any place', () => {
    const all = Array.from({ length: 0x11_0000 }, (_, n) => n)
      .filter((n) => n < 0xd800 || n > 0xdfff)
      .map((n) => String.fromCodePoint(n))
      .filter((one) => /\p{Default_Ignorable_Code_Point}/u.test(one));
    expect(all.length).toBeGreaterThan(4_000);
    const taken = all.filter((one) => [`A${one}da`, `${one}Ada`, `Ada${one}`, one].some(isOneLine));
    expect(taken).toEqual([]);
    for (const one of all) expect(replaceUnsafeCharacters(`A${one}da`, '')).toBe('Ada');
  });

  it('is refused with the first invisible character that it contains', () => {
    expect(
      ['a\u2800b', 'a\u{e0100}', 'a\u0007', 'a\ud800', 'Ada 🙂', ''].map(firstInvisibleCharacter),
    ).toEqual([...['U+2800', 'U+E0100', 'U+0007', 'U+D800', undefined, undefined]]);
  });

  it.each(hidden)('is made by replaceUnsafeCharacters from %j', (value) => {
    expect(isOneLine(replaceUnsafeCharacters(value, ' '))).toBe(true);
  });

  it('is trimmed, and may be empty afterwards only if it is optional', () => {
    expect(singleLine(3).parse(' \n abc\t')).toBe('abc');
    expect(optionalSingleLine(3).parse('\n')).toBe('');
    expect(singleLine(3).safeParse(' \t').success).toBe(false);
  });
});

describe('text of a multi-line field', () => {
  it.each(['a\nb', 'a\tb', 'a\r\nb', 'שלום \u2067abc\u2069'])('accepts %j', (value) => {
    for (const schema of [multilineText(50), optionalMultilineText(50)])
      expect(schema.parse(value)).toBe(value);
  });

  it.each(['a\u0000b', 'a\u0007b', 'a\ud800b'])('refuses %j', (value) => {
    for (const schema of [multilineText(50), optionalMultilineText(50)])
      expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('flag in a query', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['on', true],
    ['false', false],
    ['0', false],
    ['off', false],
    ['', undefined],
  ])('reads %j as %j', (given, meant) => {
    expect(QueryFlag.parse(given)).toBe(meant);
    expect(QueryFlag.parse([given, 'true'])).toBe(meant);
  });

  it.each(['yes', 'TRUE', '2', ' '])('refuses %j, because it may be a mistake', (given) => {
    expect(QueryFlag.safeParse(given).error?.issues.map(({ code }) => code)).toEqual([
      'invalid_value',
    ]);
  });
});
