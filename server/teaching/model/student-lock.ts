import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits until no other transaction changes or erases the submissions or credits of this student.
 * Call this before any of their rows is locked, so that two transactions cannot deadlock. It takes
 * an advisory lock, which writes to no row. A lock of the membership or the account would write the
 * same transaction id there as to the submission or credit, and so link them
 * (docs/decisions/privacy-schemas.md).
 * @param studentKey student-key.ts
 */
export async function acquireStudentWorkLock(
  tx: Pick<Transaction, 'query'>,
  studentKey: Buffer,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('student:' || $1, 5))`, [
    studentKey.toString('hex'),
  ]);
}
