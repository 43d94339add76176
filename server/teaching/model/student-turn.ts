import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits until no other transaction changes or erases work or credits of this student; before any row of theirs is
 * locked, so that two cannot deadlock. It locks no row: a lock of the membership or the account would leave the same
 * transaction id there as on the submission or credit, which would link them (docs/decisions/privacy-schemas.md).
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
