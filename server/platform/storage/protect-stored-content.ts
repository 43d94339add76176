import type { Transaction } from '../db/unit-of-work';
import { DomainError } from '../errors/errors';

/**
 * Protects a stored file from the cleanup job, before the caller writes a row that refers to the
 * file without a foreign key. The job waits for the caller's transaction, and then keeps the file
 * for another day.
 * @throws DomainError not_found if the file was already deleted
 */
export async function protectStoredContent(tx: Transaction, sha256: string): Promise<void> {
  const [row] = await tx.query<{ sha256: string }>(
    `UPDATE platform.stored_file SET touched_at = now() WHERE sha256 = $1 RETURNING sha256`,
    [sha256],
  );
  if (!row) throw new DomainError('not_found');
}
