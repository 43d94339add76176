import { combined, transfer, type NewEntry } from '../../ledger/entries/entry.rule';

/** A student's account in a course, and what a credit is worth there. */
export interface CreditPlace {
  readonly accountId: string;
  /** The account of the outside world in the course's unit. */
  readonly outsideId: string;
  /** Hundredths of a credit. */
  readonly amount: number;
}

/** The unit of a course's credits in the ledger. */
export const unitOfCourse = (courseId: string): string => `credit:${courseId}`;

/** The key of the ledger's entry that brought a credit to where it counts. */
export const creditEntryKey = (creditId: string, moves: number): string =>
  `credit:${creditId}:${moves}`;

/**
 * The entry that takes a credit from one course to another, two postings for each of the two units.
 * @param moves how often it was moved, this time included; 0 for its granting
 * @returns null where nothing changes: a credit without a course, or one that is worth nothing there
 */
export function creditEntry(
  { id, moves }: { readonly id: string; readonly moves: number },
  from: CreditPlace | null,
  to: CreditPlace | null,
  day: string,
): NewEntry | null {
  const postings = combined([
    ...(from ? transfer(from.accountId, from.outsideId, from.amount) : []),
    ...(to ? transfer(to.outsideId, to.accountId, to.amount) : []),
  ]);
  if (postings.length === 0) return null;
  const kind = moves === 0 ? 'credit-granted' : 'credit-moved';
  return { key: creditEntryKey(id, moves), kind, day, postings };
}
