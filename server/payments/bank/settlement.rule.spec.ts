import { decideBatchLines } from './settlement.rule';

const lines = [
  { id: 'a', state: 'drawn', has_account: true },
  { id: 'b', state: 'paid', has_account: false },
  { id: 'c', state: 'returned', has_account: false },
] as const;

describe('a report of the bank’s results for a batch', () => {
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

  it('marks a paid line as returned, and its payment as still to be updated', () =>
    expect(decideBatchLines(lines, { lines: [{ id: 'b', state: 'returned' }] })).toEqual([
      { id: 'b', state: 'returned', reason: null, is_late: true },
    ]));

  it('is refused when it says that a returned line was paid', () =>
    expect(
      decideBatchLines(lines, {
        lines: [
          { id: 'a', state: 'paid' },
          { id: 'c', state: 'paid' },
        ],
      }),
    ).toBe('already_decided'));

  it('is refused when it names a line that is not in the batch', () =>
    expect(
      decideBatchLines(lines, {
        lines: [
          { id: 'a', state: 'paid' },
          { id: 'x', state: 'paid' },
        ],
      }),
    ).toBe('not_found'));

  it('marks only the open lines when it reports one result for all lines', () =>
    expect(decideBatchLines(lines, { all: 'paid' })).toEqual([
      { id: 'a', state: 'paid', reason: null, is_late: false },
    ]));
});
