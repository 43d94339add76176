import { creditEntry } from './credit-entry.rule';

const first = { accountId: 'a', outsideId: 'x', amount: 50 };
const second = { accountId: 'b', outsideId: 'y', amount: 75 };
const credit = { id: 'c', moves: 1 };

describe('creditEntry', () => {
  it('grants a credit to the student from the ledger account for the world outside the platform', () => {
    expect(creditEntry({ id: 'c', moves: 0 }, null, first, '2026-12-01')).toEqual({
      key: 'credit:c:0',
      kind: 'credit-granted',
      day: '2026-12-01',
      postings: [
        { accountId: 'a', amount: 50 },
        { accountId: 'x', amount: -50 },
      ],
    });
  });

  it('moves a credit by four postings that add up to zero in each unit', () => {
    expect(creditEntry(credit, first, second, '2026-12-01')?.postings).toEqual([
      { accountId: 'a', amount: -50 },
      { accountId: 'b', amount: 75 },
      { accountId: 'x', amount: 50 },
      { accountId: 'y', amount: -75 },
    ]);
  });

  it('posts nothing when a credit is worth nothing', () => {
    expect(creditEntry(credit, null, { ...first, amount: 0 }, '2026-12-01')).toBeNull();
    expect(creditEntry(credit, null, null, '2026-12-01')).toBeNull();
    expect(
      creditEntry(credit, { ...first, amount: 0 }, second, '2026-12-01')?.postings,
    ).toHaveLength(2);
  });
});
