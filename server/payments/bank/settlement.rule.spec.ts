import { decideBatchLines } from './settlement.rule';

const lines = [
  { id: 'a', state: 'drawn', has_account: true },
  { id: 'b', state: 'paid', has_account: false },
  { id: 'c', state: 'returned', has_account: false },
] as const;

describe('a settlement', () => {
  it.each([
    [
      'paid',
      { id: 'a', state: 'paid' as const },
      { id: 'a', state: 'paid', reason: null, is_late: false },
    ],
    [
      'returned with a reason',
      { id: 'a', state: 'returned' as const, reason: 'account closed' },
      { id: 'a', state: 'returned', reason: 'account closed', is_late: false },
    ],
    [
      'returned without one',
      { id: 'a', state: 'returned' as const },
      { id: 'a', state: 'returned', reason: null, is_late: false },
    ],
  ])('marks an open line as %s', (_, line, decided) =>
    expect(decideBatchLines(lines, { lines: [line] })).toEqual([decided]),
  );

  it('skips a line whose account was erased, which no bank file contains, unless the request names the line', () => {
    const erased = [{ id: 'd', state: 'drawn', has_account: false }] as const;
    expect(decideBatchLines(erased, { all: 'paid' })).toEqual([]);
    expect(decideBatchLines(erased, { lines: [{ id: 'd', state: 'returned' }] })).toHaveLength(1);
  });

  it('changes no line that already has this result', () =>
    expect(
      decideBatchLines(lines, {
        lines: [
          { id: 'b', state: 'paid' },
          { id: 'c', state: 'returned', reason: 'another' },
        ],
      }),
    ).toEqual([]));

  it('marks a paid line as returned, so that its payment has to follow', () =>
    expect(decideBatchLines(lines, { lines: [{ id: 'b', state: 'returned' }] })).toEqual([
      { id: 'b', state: 'returned', reason: null, is_late: true },
    ]));

  it('refuses to pay a returned line', () =>
    expect(
      decideBatchLines(lines, {
        lines: [
          { id: 'a', state: 'paid' },
          { id: 'c', state: 'paid' },
        ],
      }),
    ).toBe('already_decided'));

  it('is refused for a line that the batch does not have', () =>
    expect(
      decideBatchLines(lines, {
        lines: [
          { id: 'a', state: 'paid' },
          { id: 'x', state: 'paid' },
        ],
      }),
    ).toBe('not_found'));

  it('of all lines marks only the open ones', () =>
    expect(decideBatchLines(lines, { all: 'paid' })).toEqual([
      { id: 'a', state: 'paid', reason: null, is_late: false },
    ]));
});
