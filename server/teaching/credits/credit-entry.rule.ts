import { combinePostings, transferPostings, type NewEntry } from '../../ledger/entries/entry.rule';

/** The ledger accounts for a credit in a course, and what the credit is worth there. */
export interface CreditLedgerAccounts {
  readonly accountId: string;
  /** The system account (`outside`) from which the ledger transfers the credits of the course. */
  readonly outsideId: string;
  /** Hundredths of a credit. */
  readonly amount: number;
}

/** Returns the ledger's unit for credits of a course. Like a currency, each course has its own. */
export const creditUnitOfCourse = (courseId: string): string => `credit:${courseId}`;

/**
 * Returns the key of the ledger entry that granted a credit (`moves` 0) or moved it for the nth time.
 */
export const creditEntryKey = (creditId: string, moves: number): string =>
  `credit:${creditId}:${moves}`;

/**
 * Makes the ledger entry that grants a credit or moves it to another course, with two postings in
 * the unit of each course.
 * @param moves how often the credit was moved, this time included; 0 when it is granted
 * @param from the accounts in the former course; null when the credit is granted
 * @param to the accounts in the new course; null where the credit counts in no course
 * @returns null where no account's balance changes
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
