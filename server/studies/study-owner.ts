import { DomainError } from '../platform/http/errors';
import type { Transaction } from '../platform/db/unit-of-work';

/** The account that owns a study. @throws DomainError not_found */
export async function ownerOf(tx: Transaction, studyId: string): Promise<string> {
  const [study] = await tx.query<{ owner_id: string }>(
    `SELECT owner_id FROM research.study WHERE id = $1`,
    [studyId],
  );
  if (!study) throw new DomainError('not_found');
  return study.owner_id;
}
