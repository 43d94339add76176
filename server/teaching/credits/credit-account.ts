import { creditForQuarterHours } from '../../../contracts/teaching/credit.rule';
import { findOrOpenSystemAccount, openAccount } from '../../ledger/accounts';
import type { Transaction } from '../../platform/db/unit-of-work';
import { creditUnitOfCourse, type CreditLedgerAccounts } from './credit-entry.rule';

/**
 * Where a credit counts: the student, the course, and whether the gradebook withholds the credit.
 */
interface CreditSeat {
  readonly studentKey: Buffer;
  readonly courseId: string;
  readonly withheld: boolean;
}

/**
 * Finds the ledger accounts for a credit in a course, and opens those that do not exist yet. The
 * caller must hold the advisory lock of the student (student-lock.ts), and have locked the course.
 */
export async function openCreditAccounts(
  tx: Transaction,
  seat: CreditSeat,
  quarters: number,
  creditsPerHour: number,
): Promise<CreditLedgerAccounts> {
  return {
    accountId: await accountOf(tx, seat),
    outsideId: await findOrOpenSystemAccount(tx, 'outside', creditUnitOfCourse(seat.courseId)),
    amount: creditForQuarterHours(quarters, creditsPerHour),
  };
}

async function accountOf(
  tx: Transaction,
  { studentKey, courseId, withheld }: CreditSeat,
): Promise<string> {
  const [found] = await tx.query<{ account_id: string }>(
    `SELECT account_id FROM identity.credit_account WHERE student_key = $1 AND course_id = $2 AND withheld = $3`,
    [studentKey, courseId, withheld],
  );
  if (found) return found.account_id;
  const opened = await openAccount(tx, 'credit', creditUnitOfCourse(courseId));
  await tx.query(
    `INSERT INTO identity.credit_account (student_key, course_id, withheld, account_id) VALUES ($1, $2, $3, $4)`,
    [studentKey, courseId, withheld, opened],
  );
  return opened;
}
