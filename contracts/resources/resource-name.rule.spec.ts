import fc from 'fast-check';
import { resourcesLimits } from './limits';
import { isResourceName, nameComparisonKey, pathSegments } from './resource-name.rule';

describe('A name of a file or folder', () => {
  it.each([
    'face.png',
    'Gesicht 1.png',
    'ÄÖÜ',
    '顔.png',
    '.hidden',
    'console.txt',
    'a..b',
    '😀.gif',
  ])('%s is accepted', (name) => expect(isResourceName(name)).toBe(true));

  it.each([
    '',
    '.',
    '...',
    ' a',
    'a ',
    'a.',
    'a/b',
    'a\\b',
    'a:b',
    'a*',
    'a?',
    'a"',
    'a<b',
    'a|b',
    'a\u0000',
    'a\tb',
    'a\nb',
    'a\u202eb',
    'a\u200bb',
    'a\u2800',
    '\ud800',
    'e\u0301',
    'NUL',
    'com1.png',
    'x'.repeat(resourcesLimits.name + 1),
  ])('%j is refused', (name) => expect(isResourceName(name)).toBe(false));

  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  it('counts as the same name in each Unicode normal form, and in upper and lower case', () => {
    fc.assert(
      fc.property(text, (name) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
          expect(nameComparisonKey(name.normalize(form))).toBe(nameComparisonKey(name));
        const shouted = name.replace(/[a-z]/g, (letter) => letter.toUpperCase());
        expect(nameComparisonKey(shouted)).toBe(nameComparisonKey(name));
      }),
    );
  });

  it('never leads out of its folder when it is a part of a path', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, fc.constantFrom('..', '.', '')), { maxLength: 5 }),
        (parts) => {
          const names = pathSegments(parts.join('/'));
          for (const name of names ?? []) expect(/[/\\]|^\.*$/.test(name)).toBe(false);
        },
      ),
    );
  });
});
