import fc from 'fast-check';
import { allowedColumnNames, camelCaseLabelOf, shortestUniquePrefixes } from './names.rule';

describe('a label in a dataset', () => {
  it('keeps only letters and digits and capitalises each word', () => {
    expect(camelCaseLabelOf('Stroop task, version 2')).toBe('StroopTaskVersion2');
    expect(camelCaseLabelOf('Größen für Ähnliches')).toBe('GrossenFurAhnliches');
    expect(camelCaseLabelOf('記憶')).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        /^[0-9A-Za-z]{0,40}$/.test(camelCaseLabelOf(text)),
      ),
    );
  });
});

describe('shortestUniquePrefixes', () => {
  it('gives short, distinct labels when pseudonyms begin alike', () => {
    expect([...shortestUniquePrefixes(['0011223344556677', 'ff11223344556677']).values()]).toEqual([
      '00112233',
      'ff112233',
    ]);
    const alike = ['aaaaaaaaaaaa0000', 'aaaaaaaaaaaa1000', 'b000000000000000'];
    expect([...shortestUniquePrefixes(alike).values()]).toEqual(
      alike.map((one) => one.slice(0, 13)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[0-3]{10}$/), { maxLength: 40 }), (all) => {
        const labels = shortestUniquePrefixes(all);
        expect(new Set(labels.values()).size).toBe(all.length);
      }),
    );
  });
});

test('allowedColumnNames appends a number to names that the standard reserves or that become equal', () => {
  expect(
    allowedColumnNames(['onset', 'a ', 'a', ' ', 'HED'], (name) => name.trim(), ['onset', 'HED']),
  ).toEqual(['onset_2', 'a', 'a_2', 'unnamed', 'HED_2']);
});
