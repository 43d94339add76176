import { ledgerLimits } from '../../../contracts/ledger/limits';

export interface NewPosting {
  readonly accountId: string;
  /** Minor units; positive: the account gains. */
  readonly amount: number;
}

export interface NewEntry {
  /**
   * The idempotency key, unique forever. A second request with the same key and the same content
   * makes no second entry.
   */
  readonly key: string;
  /** The kind of entry, in small letters and hyphens, such as `allotment` or `hold`. */
  readonly kind: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly postings: readonly NewPosting[];
  /** If this entry reverses another one: the id of the reversed entry. */
  readonly reverses?: string;
}

/**
 * Returns the text by which two requests under one key are compared. It does not contain the day: a request that is
 * repeated after midnight is the same request.
 */
export const entryComparisonText = ({ kind, postings, reverses }: NewEntry): string =>
  JSON.stringify([
    kind,
    reverses ?? null,
    sortPostingsByAccount(postings).map(({ accountId, amount }) => [accountId, amount]),
  ]);

/** Sorts postings by account id, which is the order in which accounts are locked. */
export const sortPostingsByAccount = (postings: readonly NewPosting[]): NewPosting[] =>
  postings.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));

/** Adds up the movements of each account to one posting; leaves out an account whose sum is zero. */
export function combinePostings(movements: readonly NewPosting[]): NewPosting[] {
  const sums = new Map<string, number>();
  for (const { accountId, amount } of movements)
    sums.set(accountId, (sums.get(accountId) ?? 0) + amount);
  return sortPostingsByAccount(
    [...sums]
      .filter(([, amount]) => amount !== 0)
      .map(([accountId, amount]) => ({ accountId, amount })),
  );
}

/** Makes the two postings that move an amount from one account to another. */
export const transferPostings = (from: string, to: string, amount: number): NewPosting[] => [
  { accountId: from, amount: -amount },
  { accountId: to, amount },
];

/**
 * Checks that an entry is well-formed. The database checks that amounts add up to zero in each unit, since only it
 * knows the accounts' units.
 * @throws Error if the entry is malformed, which is a programming error
 */
export function mustBeWellFormedEntry({ key, kind, day, postings }: NewEntry): void {
  const fail = (why: string) => {
    throw new Error(`ledger entry ${JSON.stringify(key)}: ${why}`);
  };
  if (key.length === 0 || key.length > ledgerLimits.key)
    fail('the key has no or too many characters');
  if (!/^[a-z][a-z-]{1,39}$/.test(kind)) fail(`"${kind}" is no kind`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) fail(`"${day}" is no day`);
  if (postings.length < 2 || postings.length > ledgerLimits.postingsPerEntry)
    fail(`${postings.length} postings`);
  if (new Set(postings.map(({ accountId }) => accountId)).size < postings.length)
    fail('two postings on one account');
  for (const { amount } of postings)
    if (
      !Number.isSafeInteger(amount) ||
      amount === 0 ||
      Math.abs(amount) > ledgerLimits.postingAmount
    )
      fail(`${amount} is no amount`);
}
