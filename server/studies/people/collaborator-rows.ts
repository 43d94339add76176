import { randomUUID } from 'node:crypto';
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import type { Transaction } from '../../platform/db/unit-of-work';
import { isOwnedBySql } from '../study.policy';

/*
 * Reads and changes the collaborators of a study. The caller must hold the lock of the study
 * (locked-study.ts).
 */

/** Gives an account a role in a study. A new role replaces the account's former role. */
export async function giveRole(
  tx: Transaction,
  studyId: string,
  accountId: string,
  role: CollaboratorRole,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, study_id) DO UPDATE SET role = excluded.role`,
    [accountId, studyId, role, now],
  );
}

/** @returns whether the account had a role */
export async function removeRole(
  tx: Transaction,
  studyId: string,
  accountId: string,
): Promise<boolean> {
  const gone = await tx.query(
    `DELETE FROM identity.study_collaborator WHERE study_id = $1 AND account_id = $2
     RETURNING account_id`,
    [studyId, accountId],
  );
  return gone.length > 0;
}

/** Reads the roles of a study's collaborators, keyed by account id. */
export async function readCollaboratorRoles(
  tx: Transaction,
  studyId: string,
): Promise<Record<string, CollaboratorRole>> {
  const rows = await tx.query<{ account_id: string; role: CollaboratorRole }>(
    `SELECT account_id, role FROM identity.study_collaborator WHERE study_id = $1`,
    [studyId],
  );
  return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]));
}

/**
 * Reads the ids of roster accesses: one for each collaborator whom the study's present owner allows
 * to see names. A launch stores these ids in the session (roster.policy.ts).
 */
export async function readRosterAccesses(tx: Transaction, studyId: string): Promise<string[]> {
  const rows = await tx.query<{ roster_opening: string }>(
    `SELECT c.roster_opening FROM identity.study_collaborator c JOIN research.study st ON st.id = c.study_id
     WHERE c.study_id = $1 AND c.roster_opening IS NOT NULL AND ${isOwnedBySql('st', 'c.sees_roster_by')}
     ORDER BY c.roster_opening`,
    [studyId],
  );
  return rows.map(({ roster_opening }) => roster_opening);
}

/**
 * Gives a collaborator roster access, or ends it.
 * @param opening the owner who gives access, and when; null ends the access
 * @returns whether anything changed
 */
export async function setRosterAccessRow(
  tx: Transaction,
  { studyId, accountId }: { studyId: string; accountId: string },
  opening: { by: string; at: Date } | null,
): Promise<boolean> {
  const changed = await tx.query(
    opening
      ? `UPDATE identity.study_collaborator
         SET roster_opening = $3, sees_roster_since = $5, sees_roster_by = $4
         WHERE study_id = $1 AND account_id = $2 AND sees_roster_by IS DISTINCT FROM $4 RETURNING account_id`
      : `UPDATE identity.study_collaborator
         SET roster_opening = NULL, sees_roster_since = NULL, sees_roster_by = NULL
         WHERE study_id = $1 AND account_id = $2 AND roster_opening IS NOT NULL RETURNING account_id`,
    [studyId, accountId, ...(opening ? [randomUUID(), opening.by, opening.at] : [])],
  );
  return changed.length > 0;
}

/**
 * Ends the roster accesses that an owner gave, in one study or in all of them. Used when a study is
 * transferred, and when the owner's account is erased.
 */
export const endRosterAccesses = (
  tx: Transaction,
  { by, study = null }: { by: string; study?: string | null },
): Promise<unknown> =>
  tx.query(
    `UPDATE identity.study_collaborator
     SET roster_opening = NULL, sees_roster_since = NULL, sees_roster_by = NULL
     WHERE sees_roster_by = $1 AND ($2::uuid IS NULL OR study_id = $2)`,
    [by, study],
  );
