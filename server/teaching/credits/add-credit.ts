import type { CreditSource } from '../../../contracts/teaching/credits';
import { postEntries } from '../../ledger/entries/post-entries';
import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { openCreditAccounts } from './credit-account';
import { creditEntry } from './credit-entry.rule';
import { lockCourseTerms } from './open-courses';

export interface NewCredit {
  readonly sourceKey: Buffer;
  readonly source: CreditSource;
  readonly studentKey: Buffer;
  readonly quarters: number;
  readonly courseId: string | null;
  readonly withheld: boolean;
}

/**
 * Whether credit for this source was granted already. The caller must hold the advisory lock of the
 * student (student-lock.ts).
 */
export async function isCreditGranted(
  tx: Pick<Transaction, 'query'>,
  sourceKey: Buffer,
): Promise<boolean> {
  const found = await tx.query(`SELECT 1 FROM identity.credit WHERE source_key = $1`, [sourceKey]);
  return found.length > 0;
}

/**
 * Adds a credit, and posts its value to the ledger. The caller must hold the advisory lock of the
 * student (student-lock.ts).
 * @param day the day (UTC) of the ledger's entry
 */
export async function addCredit(tx: Transaction, credit: NewCredit, day: string): Promise<void> {
  const { sourceKey, source, studentKey, quarters, courseId, withheld } = credit;
  const id = randomId();
  await tx.query(
    `INSERT INTO identity.credit (id, source_key, source, student_key, quarters, course_id, withheld)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, sourceKey, source, studentKey, quarters, courseId, withheld],
  );
  if (courseId === null) return;
  const [course] = await lockCourseTerms(tx, [courseId]);
  if (!course) throw new Error('a credit in a course that is not there');
  const seat = { studentKey, courseId, withheld };
  const to = await openCreditAccounts(tx, seat, quarters, course.credits_per_hour);
  const entry = creditEntry({ id, moves: 0 }, null, to, day);
  if (entry) await postEntries(tx, [entry]);
}
