import { printSeededRandom } from '../../../test/support/chance/seeded';
import { comparableText, comparableRareNumber, comparableRareText, rarePartsOf } from './rare.rule';

const hex = (chance: ReturnType<typeof printSeededRandom>, digits: number) =>
  Array.from({ length: digits }, () => chance.int(16).toString(16)).join('');

describe('A text counts as rare', () => {
  it.each([
    ['a hash of 24 hex digits', '1a63e2869b0c44d2a7f01e55'],
    ['a code that a participant made of their own data', 'ANMU0785'],
    ['a graphics card', 'ANGLE (NVIDIA GeForce RTX 3060 Direct3D11)'],
    ['a sentence', 'I was on the island last summer'],
    ['a size of a screen', '1920x1080x24'],
    ['a hash as a whole number', '2837465123'],
  ])('when it is %s', (_, text) => expect(comparableRareText(text)).toBe(comparableText(text)));

  it.each([
    ['a word', 'psychology'],
    ['the name of a plugin', 'html-keyboard-response'],
    ['a key', 'ArrowRight'],
    ['a short answer', 'I am 23'],
    ['a number of few digits', '12345678'],
    ['a time of a browser’s clock, as text', '512.2999999523163'],
    ['a row of spaces', '        '],
  ])('unless it is %s', (_, text) => expect(comparableRareText(text)).toBeUndefined());

  it('with the same comparable form, whatever its case, its width and the spaces around it', () => {
    expect(comparableRareText('  ＡＮＭＵ0785 ')).toBe(comparableRareText('anmu0785'));
  });

  it('when it is a part of a longer text, too', () => {
    expect(rarePartsOf('https://lab.example/?fp=1a63e2869b0c44d2 (first)')).toContain(
      '1a63e2869b0c44d2',
    );
  });

  const chance = printSeededRandom('hashes of browsers');
  it.each(Array.from({ length: 40 }, () => [hex(chance, 8 + chance.int(57))]))(
    'when it is a hash: %s',
    (text) => {
      // Skips texts that are not rare: a text without a digit could be a word, and a text without a
      // letter other than `e` could be a number (`1150900e9`).
      if (!/\d/.test(text) || !/[a-df]/.test(text)) return;
      expect(comparableRareText(text)).toBe(text);
    },
  );
});

describe('A number counts as rare', () => {
  it.each([
    124.04347527516074, 35.749972093850374, 2_837_465_123, -1_837_465_123, 101.45647543197447,
  ])('when it has more digits than a measurement, as a hash has: %d', (number) =>
    expect(comparableRareNumber(number)).toBe(String(number)),
  );

  it.each([
    512.2999999523163,
    1_024.5,
    0.6666666666666666,
    43 / 60,
    1 / 7,
    412.35,
    99_999_999,
    0,
    NaN,
  ])('unless it is a time, a share or a count: %d', (number) =>
    expect(comparableRareNumber(number)).toBeUndefined(),
  );

  const chance = printSeededRandom('times and shares');
  it('unless a clock, or the mean of few trials, can produce it', () => {
    for (let i = 0; i < 2_000; i++) {
      const steps = [0.005, 0.1, 1, 20][chance.int(4)] ?? 1;
      const began = chance.int(1e6) * steps;
      const took = began + chance.int(2e4) * steps - began;
      expect([took, comparableRareNumber(took)]).toEqual([took, undefined]);
      const share = chance.int(900) / (1 + chance.int(900));
      expect([share, comparableRareNumber(share)]).toEqual([share, undefined]);
    }
  });
});
