import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits until no other transaction changes or erases the submissions or credits of this student.
 * Call this before any of their rows is locked, so that two transactions cannot deadlock.
 * It takes an advisory lock, which writes to no row. A lock of the membership or the account would
 * write the transaction's id into that row. The row of the submission or credit gets this id, too,
 * so the id would link the student with the work (docs/decisions/privacy-schemas.md).
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
