import { newJoinCode, readJoinCode } from './join-code';

describe('A join code', () => {
  it('is eight consonants that do not look like others', () => {
    const codes = Array.from({ length: 500 }, newJoinCode);
    expect(codes.filter((code) => !/^[BCDFGHJKMNPQRSTVWXZ]{8}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('')).size).toBe(19);
  });

  it('is read in any case, with spaces and hyphens', () => {
    for (const typed of ['BCDFGHJK', 'bcdfghjk', ' BCDF-GHJK ', 'b c d f g h j k', 'BCDF–GHJK'])
      expect(readJoinCode(typed)).toBe('BCDFGHJK');
  });

  it('is not read from a text of another form', () => {
    for (const typed of [
      '',
      'BCDFGHJ',
      'BCDFGHJKM',
      'BCDFGHJA',
      'BCDFGHJ1',
      'BCDF_GHJK',
      'ßCDFGHJK',
    ])
      expect(readJoinCode(typed)).toBeNull();
  });
});
