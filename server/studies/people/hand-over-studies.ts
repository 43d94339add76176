import type { Transaction } from '../../platform/db/unit-of-work';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { endRosterAccesses, giveRole, removeRole } from './collaborator-rows';
import { studyIdsInRules } from '../follow-ups';
import { isOwnedBySql } from '../study.policy';

/**
 * Transfers a study to another owner. The caller must hold the privacy locks of both owners
 * (follow-ups.ts) and the lock of the study, and must have checked that the transfer is allowed.
 * `copy_key` is cleared, since it is unique per owner.
 * @param stays whether the former owner becomes an editor; otherwise they leave the study
 */
export async function transferStudy(
  tx: Transaction,
  study: { id: string; owner_id: string },
  to: string,
  stays: boolean,
  now: Date,
): Promise<void> {
  await tx.query(`UPDATE research.study SET owner_id = $2, copy_key = NULL WHERE id = $1`, [
    study.id,
    to,
  ]);
  await tx.query(
    `INSERT INTO research.study_former_owner (study_id, until, account_id) VALUES ($1, $2, $3)`,
    [study.id, now, study.owner_id],
  );
  await removeRole(tx, study.id, to);
  // From the next launch on, the new owner decides who sees names.
  await endRosterAccesses(tx, { by: study.owner_id, study: study.id });
  if (stays) await giveRole(tx, study.id, study.owner_id, 'editor', now);
  tx.record('studies.study-changed', { study_id: study.id });
}

/**
 * Whether an eligibility rule ties this study to another study: the rule of this study names the
 * other one, or the rule of a study of the same owner names this one. Tied studies must keep the
 * same owner, because the server checks promises of privacy only among the studies of one owner
 * (follow-ups.ts). Archived studies count, since they may be restored.
 */
export async function isTiedByEligibilityRule(
  tx: Transaction,
  study: { id: string; owner_id: string; eligibility: readonly EligibilityFilter[] },
): Promise<boolean> {
  if (studyIdsInRules(study.eligibility).length > 0) return true;
  const others = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT eligibility FROM research.study
     WHERE ${isOwnedBySql('study', '$1')} AND id <> $2 AND eligibility <> '[]'`,
    [study.owner_id, study.id],
  );
  return others.some(({ eligibility }) => studyIdsInRules(eligibility).includes(study.id));
}

/**
 * Handles a person who registered twice and verified one of the accounts: transfers the studies of
 * the unverified accounts to the verified one, in the transaction that deletes the unverified ones.
 */
export async function moveStudiesToVerifiedAccount(
  tx: Transaction,
  from: readonly string[],
  to: string,
): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    `UPDATE research.study SET owner_id = $2 WHERE ${isOwnedBySql('study', 'ANY($1)')} RETURNING id`,
    [from, to],
  );
  await tx.query(
    `DELETE FROM identity.study_collaborator WHERE account_id = $1 AND study_id = ANY($2::uuid[])`,
    [to, moved.map(({ id }) => id)],
  );
  for (const { id } of moved) tx.record('studies.study-changed', { study_id: id });
}

/** Returns those of the given accounts that own a study. */
export async function studyOwnersAmong(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ owner_id: string }>(
    `SELECT DISTINCT owner_id FROM research.study WHERE ${isOwnedBySql('study', 'ANY($1)')}`,
    [accountIds],
  );
  return rows.map(({ owner_id }) => owner_id);
}
