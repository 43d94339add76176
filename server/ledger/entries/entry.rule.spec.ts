import {
  combinePostings,
  mustBeWellFormedEntry,
  entryComparisonText,
  transferPostings,
  type NewEntry,
} from './entry.rule';

const [a, b, c] = ['a', 'b', 'c'] as const;
const entry = (changed: Partial<NewEntry> = {}): NewEntry => ({
  key: 'k',
  kind: 'hold',
  day: '2026-11-28',
  postings: transferPostings(a, b, 100),
  ...changed,
});

describe('The text that compares two requests for an entry', () => {
  it('is the same whatever the order of its postings and whatever the day', () => {
    const { postings } = entry();
    expect(entryComparisonText(entry({ postings: postings.toReversed(), day: '2026-11-29' }))).toBe(
      entryComparisonText(entry()),
    );
  });

  it.each<[string, Partial<NewEntry>]>([
    ['amount', { postings: transferPostings(a, b, 101) }],
    ['account', { postings: transferPostings(a, c, 100) }],
    ['direction', { postings: transferPostings(b, a, 100) }],
    ['kind', { kind: 'release' }],
    ['reversed entry', { reverses: 'another' }],
  ])('differs from the text of a request with a different %s', (_, changed) =>
    expect(entryComparisonText(entry(changed))).not.toBe(entryComparisonText(entry())),
  );
});

describe('The postings of several movements in one entry', () => {
  it('are added up by account and sorted by its id, without accounts that gain nothing', () => {
    const movements = [
      ...transferPostings(b, c, 70),
      ...transferPostings(a, b, 100),
      ...transferPostings(c, a, 70),
    ];
    expect(combinePostings(movements)).toEqual([
      { accountId: a, amount: -30 },
      { accountId: b, amount: 30 },
    ]);
  });
});

describe('An entry of the ledger', () => {
  it('is accepted when it is well formed', () =>
    expect(() => mustBeWellFormedEntry(entry())).not.toThrow());

  it.each<[string, Partial<NewEntry>]>([
    ['an empty key', { key: '' }],
    ['a key that is too long', { key: 'k'.repeat(201) }],
    ['a kind with a blank', { kind: 'a hold' }],
    ['a moment in place of a day', { day: '2026-11-28T10:00:00Z' }],
    ['one posting', { postings: [{ accountId: a, amount: 1 }] }],
    ['two postings on one account', { postings: transferPostings(a, a, 1) }],
    ['an amount of zero', { postings: transferPostings(a, b, 0) }],
    ['a fraction', { postings: transferPostings(a, b, 0.5) }],
    ['an amount beyond the limit', { postings: transferPostings(a, b, 10_000_000_000_001) }],
    ['no number', { postings: transferPostings(a, b, NaN) }],
  ])('is refused with %s', (_, changed) =>
    expect(() => mustBeWellFormedEntry(entry(changed))).toThrow('ledger entry "'),
  );
});
