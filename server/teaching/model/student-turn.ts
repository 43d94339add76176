import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits until no other transaction changes or erases work or credits of this student; before any row of theirs is locked, so
 * that two cannot deadlock. No row is locked for it: a lock of the membership or the account would leave the number of the
 * transaction there and at the submission or credit, which tells whose it is (docs/decisions/privacy-schemas.md).
 * @param studentKey student-key.ts
 */
export async function takeStudentTurn(
  tx: Pick<Transaction, 'query'>,
  studentKey: Buffer,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('student:' || $1, 5))`, [
    studentKey.toString('hex'),
  ]);
}
