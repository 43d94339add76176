import type { Language } from '../../../contracts/base/languages';
import type { Transaction } from '../../platform/db/unit-of-work';

/*
 * The functions of this file write to the row of an account. The caller must have locked the row
 * (`lockAccountRow`), unless the comment of a function says otherwise.
 */

export async function setPassword(
  tx: Transaction,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.query(`UPDATE identity.account SET password_hash = $2, updated_at = $3 WHERE id = $1`, [
    accountId,
    passwordHash,
    now,
  ]);
}

/**
 * Makes an account an administrator's. The caller needs no lock.
 * @returns true if the account was not an administrator's before
 */
export async function makeAdministrator(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE identity.account SET role = 'ADMINISTRATOR', updated_at = $2 WHERE id = $1 AND role IS NULL RETURNING id`,
    [accountId, now],
  );
  return rows.length > 0;
}

/**
 * Takes the administrator role away. The caller must have locked the administrators
 * (`takeAdministratorsLock`).
 */
export async function removeAdministratorRole(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx.query(`UPDATE identity.account SET role = NULL, updated_at = $2 WHERE id = $1`, [
    accountId,
    now,
  ]);
}

/**
 * Disables an account; from then on its tokens are refused. The caller must have locked the
 * administrators (`takeAdministratorsLock`).
 */
export async function disableAccount(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE identity.account SET disabled_at = $2, updated_at = $2 WHERE id = $1`, [
    accountId,
    now,
  ]);
}

export async function enableAccount(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE identity.account SET disabled_at = NULL, updated_at = $2 WHERE id = $1`, [
    accountId,
    now,
  ]);
}

/** Stores that an administrator has approved or refused the account holder as a researcher. */
export async function setResearcherPrivilege(
  tx: Transaction,
  accountId: string,
  approved: boolean,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE identity.account SET researcher_privilege = $2, updated_at = $3 WHERE id = $1`,
    [accountId, approved, now],
  );
}

/**
 * Marks the review of the researcher as pending, even if an administrator approved or refused the
 * researcher before.
 */
export async function reopenResearcherReview(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `UPDATE identity.account SET researcher_privilege = NULL WHERE id = $1 AND researcher_privilege IS NOT NULL`,
    [accountId],
  );
}

/**
 * The profile fields to write. An undefined name, language, zone or region stays as it is; all
 * other fields are overwritten.
 */
export interface ProfileToWrite {
  first_name?: string | undefined;
  last_name?: string | undefined;
  language?: Language | undefined;
  zone?: string | undefined;
  region?: string | undefined;
  organization: string | null;
  organization_ror_id: string | null;
  interests: string | null;
}

export async function writeProfile(
  tx: Transaction,
  accountId: string,
  profile: ProfileToWrite,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE identity.account
     SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), language = coalesce($4, language),
       organization = $5, organization_ror_id = $6, interests = $7, updated_at = $8,
       zone = coalesce($9, zone), region = coalesce($10, region) WHERE id = $1`,
    [
      accountId,
      profile.first_name ?? null,
      profile.last_name ?? null,
      profile.language ?? null,
      profile.organization,
      profile.organization_ror_id,
      profile.interests,
      now,
      profile.zone ?? null,
      profile.region ?? null,
    ],
  );
}
