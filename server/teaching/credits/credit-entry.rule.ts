import { combinePostings, transferPostings, type NewEntry } from '../../ledger/entries/entry.rule';

/** The ledger accounts for a credit in a course, and what the credit is worth there. */
export interface CreditLedgerAccounts {
  readonly accountId: string;
  /** The ledger's account of the outside world in the course's unit, from which credit comes. */
  readonly outsideId: string;
  /** Hundredths of a credit. */
  readonly amount: number;
}

/** The unit of a course's credits in the ledger. */
export const creditUnitOfCourse = (courseId: string): string => `credit:${courseId}`;

/**
 * The key of the ledger's entry that granted a credit (`moves` 0), or moved it for the nth time.
 */
export const creditEntryKey = (creditId: string, moves: number): string =>
  `credit:${creditId}:${moves}`;

/**
 * The ledger entry that moves a credit from one course to another, with two postings in the unit of
 * each course.
 * @param moves how often the credit was moved, this time included; 0 for its granting
 * @returns null where no amount changes: for a credit that counts in no course, or is worth nothing
 *   there
 */
export function creditEntry(
  { id, moves }: { readonly id: string; readonly moves: number },
  from: CreditLedgerAccounts | null,
  to: CreditLedgerAccounts | null,
  day: string,
): NewEntry | null {
  const postings = combinePostings([
    ...(from ? transferPostings(from.accountId, from.outsideId, from.amount) : []),
    ...(to ? transferPostings(to.outsideId, to.accountId, to.amount) : []),
  ]);
  if (postings.length === 0) return null;
  const kind = moves === 0 ? 'credit-granted' : 'credit-moved';
  return { key: creditEntryKey(id, moves), kind, day, postings };
}
