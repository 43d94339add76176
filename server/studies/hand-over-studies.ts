import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from './study.policy';

/**
 * One person registered twice and verified one of the two accounts: transfers the studies of the
 * unverified account to the verified one, in the transaction that deletes the former.
 */
export async function handOverStudies(
  tx: Transaction,
  from: readonly string[],
  to: string,
): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    `UPDATE research.study SET owner_id = $2 WHERE ${ownedBySql('study', 'ANY($1)')} RETURNING id`,
    [from, to],
  );
  await tx.query(
    `DELETE FROM identity.study_collaborator WHERE account_id = $1 AND study_id = ANY($2::uuid[])`,
    [to, moved.map(({ id }) => id)],
  );
  for (const { id } of moved) tx.record('studies.study-changed', { study_id: id });
}

/** Which of these accounts own a study. */
export async function whoseStudies(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ owner_id: string }>(
    `SELECT DISTINCT owner_id FROM research.study WHERE ${ownedBySql('study', 'ANY($1)')}`,
    [accountIds],
  );
  return rows.map(({ owner_id }) => owner_id);
}
