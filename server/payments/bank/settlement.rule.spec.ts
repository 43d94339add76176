import { decideLines } from './settlement.rule';

const lines = [
  { id: 'a', state: 'drawn', has_account: true },
  { id: 'b', state: 'paid', has_account: false },
  { id: 'c', state: 'returned', has_account: false },
] as const;

describe('a settlement', () => {
  it.each([
    ['paid', { id: 'a', state: 'paid' as const }, { id: 'a', state: 'paid', reason: null }],
    [
      'returned with a reason',
      { id: 'a', state: 'returned' as const, reason: 'account closed' },
      { id: 'a', state: 'returned', reason: 'account closed' },
    ],
    [
      'returned without one',
      { id: 'a', state: 'returned' as const },
      { id: 'a', state: 'returned', reason: null },
    ],
  ])('marks an open line as %s', (_, line, decided) =>
    expect(decideLines(lines, { lines: [line] })).toEqual([decided]),
  );

  it('leaves out a line whose account was erased, which no file has, unless it is named', () => {
    const erased = [{ id: 'd', state: 'drawn', has_account: false }] as const;
    expect(decideLines(erased, { all: 'paid' })).toEqual([]);
    expect(decideLines(erased, { lines: [{ id: 'd', state: 'returned' }] })).toHaveLength(1);
  });

  it('changes no line that has this end already', () =>
    expect(
      decideLines(lines, {
        lines: [
          { id: 'b', state: 'paid' },
          { id: 'c', state: 'returned', reason: 'another' },
        ],
      }),
    ).toEqual([]));

  it.each([[{ id: 'b', state: 'returned' as const }], [{ id: 'c', state: 'paid' as const }]])(
    'is refused where a line has the other end',
    (line) =>
      expect(decideLines(lines, { lines: [{ id: 'a', state: 'paid' }, line] })).toBe(
        'already_decided',
      ),
  );

  it('is refused for a line that the batch does not have', () =>
    expect(
      decideLines(lines, {
        lines: [
          { id: 'a', state: 'paid' },
          { id: 'x', state: 'paid' },
        ],
      }),
    ).toBe('not_found'));

  it('of all lines marks the open ones alone', () =>
    expect(decideLines(lines, { all: 'paid' })).toEqual([
      { id: 'a', state: 'paid', reason: null },
    ]));
});
