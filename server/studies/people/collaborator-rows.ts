import type { CollaboratorRole } from '../../../contracts/collaborators';
import type { Transaction } from '../../platform/db/unit-of-work';

/* Collaborators of a study. The caller holds the lock of the study (locked-study.ts). */

/** Gives an account a role, or another one. */
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
export async function takeRole(
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

/** The roles of a study's collaborators, by account. */
export async function rolesOf(
  tx: Transaction,
  studyId: string,
): Promise<Record<string, CollaboratorRole>> {
  const rows = await tx.query<{ account_id: string; role: CollaboratorRole }>(
    `SELECT account_id, role FROM identity.study_collaborator WHERE study_id = $1`,
    [studyId],
  );
  return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]));
}
