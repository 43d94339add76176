import {
  combinePostings,
  mustBeWellFormed,
  entryComparisonText,
  transfer,
  type NewEntry,
} from './entry.rule';

const [a, b, c] = ['a', 'b', 'c'] as const;
const entry = (changed: Partial<NewEntry> = {}): NewEntry => ({
  key: 'k',
  kind: 'hold',
  day: '2026-11-28',
  postings: transfer(a, b, 100),
  ...changed,
});

describe('request of an entry', () => {
  it('is the same whatever the order of its postings and whatever the day', () => {
    const { postings } = entry();
    expect(entryComparisonText(entry({ postings: postings.toReversed(), day: '2026-11-29' }))).toBe(
      entryComparisonText(entry()),
    );
  });

  it.each<[string, Partial<NewEntry>]>([
    ['amount', { postings: transfer(a, b, 101) }],
    ['account', { postings: transfer(a, c, 100) }],
    ['direction', { postings: transfer(b, a, 100) }],
    ['kind', { kind: 'release' }],
    ['reversed entry', { reverses: 'another' }],
  ])('differs with another %s', (_, changed) =>
    expect(entryComparisonText(entry(changed))).not.toBe(entryComparisonText(entry())),
  );
});

describe('several movements in one entry', () => {
  it('add up by account, in the order of ids; an account that gains nothing is left out', () => {
    const movements = [...transfer(b, c, 70), ...transfer(a, b, 100), ...transfer(c, a, 70)];
    expect(combinePostings(movements)).toEqual([
      { accountId: a, amount: -30 },
      { accountId: b, amount: 30 },
    ]);
  });
});

describe('entry', () => {
  it('is accepted when it is well formed', () =>
    expect(() => mustBeWellFormed(entry())).not.toThrow());

  it.each<[string, Partial<NewEntry>]>([
    ['an empty key', { key: '' }],
    ['a key that is too long', { key: 'k'.repeat(201) }],
    ['a kind with a blank', { kind: 'a hold' }],
    ['a moment in place of a day', { day: '2026-11-28T10:00:00Z' }],
    ['one posting', { postings: [{ accountId: a, amount: 1 }] }],
    ['two postings on one account', { postings: transfer(a, a, 1) }],
    ['an amount of zero', { postings: transfer(a, b, 0) }],
    ['a fraction', { postings: transfer(a, b, 0.5) }],
    ['an amount beyond the limit', { postings: transfer(a, b, 10_000_000_000_001) }],
    ['no number', { postings: transfer(a, b, NaN) }],
  ])('is refused with %s', (_, changed) =>
    expect(() => mustBeWellFormed(entry(changed))).toThrow('ledger entry "'),
  );
});
