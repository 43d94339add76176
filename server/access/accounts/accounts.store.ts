import type { DataSource } from 'typeorm';
import type { Language } from '../../../contracts/base/languages';
import type { Transaction } from '../../platform/db/unit-of-work';

/** The row of a locked account. It says whether the account has a password, but omits the hash. */
export interface AccountRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: 'NEW' | 'ACTIVE';
  role: 'ADMINISTRATOR' | null;
  is_researcher: boolean;
  researcher_privilege: boolean | null;
  organization: string | null;
  organization_ror_id: string | null;
  interests: string | null;
  has_password: boolean;
  disabled_at: Date | null;
  deletion_at: Date | null;
}

const byId = `SELECT id, email, first_name, last_name, status, role, is_researcher,
  researcher_privilege, organization, organization_ror_id, interests,
  password_hash IS NOT NULL AS has_password, disabled_at, deletion_at
  FROM identity.account WHERE id = $1`;
const locks = {
  update: 'FOR UPDATE',
  'no key update': 'FOR NO KEY UPDATE',
  share: 'FOR SHARE',
  'key share': 'FOR KEY SHARE',
};
/** PostgreSQL's row locks. Only 'update' blocks the insertion of rows that refer to the account. */
export type AccountRowLock = keyof typeof locks;

const addresses = 0x41444452; // "ADDR": these locks have a key space of their own

const conditions = {
  none: '',
  enabled: 'AND disabled_at IS NULL',
  responsible: 'AND disabled_at IS NULL AND deletion_at IS NULL',
  leaving: 'AND (disabled_at IS NOT NULL OR deletion_at IS NOT NULL)',
};

/**
 * Locks an account's row until the transaction ends. With 'key share', no other transaction can
 * erase the account. With 'share', none can disable it or schedule its deletion either.
 * @param condition what must be true of the row; otherwise the row is not locked. If the row
 *   changes while the statement waits for the lock, PostgreSQL checks the condition again
 * @returns undefined if the account does not exist, was erased, or does not meet the condition
 */
export async function lockAccountRow(
  tx: Transaction,
  accountId: string,
  lock: AccountRowLock = 'no key update',
  condition: keyof typeof conditions = 'none',
): Promise<AccountRow | undefined> {
  const [account] = await tx.query<AccountRow>(`${byId} ${conditions[condition]} ${locks[lock]}`, [
    accountId,
  ]);
  return account;
}

/** Locks the row FOR SHARE if the account is enabled. @returns false if it is not enabled */
export const lockEnabledAccountRow = async (tx: Transaction, accountId: string): Promise<boolean> =>
  (await lockAccountRow(tx, accountId, 'share', 'enabled')) !== undefined;

/**
 * Locks the account's row FOR SHARE if the account may be responsible for recruiting.
 * @returns false if the account is disabled or about to be erased
 */
export const lockAccountAbleToRecruit = async (
  tx: Transaction,
  accountId: string,
): Promise<boolean> => (await lockAccountRow(tx, accountId, 'share', 'responsible')) !== undefined;

/** Locks the row FOR SHARE if the account is disabled or about to be erased; else returns false. */
export const lockDisabledOrLeavingAccount = async (
  tx: Transaction,
  accountId: string,
): Promise<boolean> => (await lockAccountRow(tx, accountId, 'share', 'leaving')) !== undefined;

/**
 * Locks the accounts with these ids, as far as they exist, in the order of their ids, so that two callers cannot
 * deadlock.
 */
export async function lockAccountRows(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [accountIds],
  );
  return rows.map(({ id }) => id);
}

/** The columns of an account that a sign-in reads while it locks the account's row. */
export type SignInAccount = Pick<AccountRow, 'id' | 'disabled_at'>;

/** Locks the account if the hash of its password is unchanged. @returns undefined if it has changed */
export async function lockRowIfPasswordUnchanged(
  tx: Transaction,
  accountId: string,
  passwordHash: string | null,
): Promise<SignInAccount | undefined> {
  const [account] = await tx.query<SignInAccount>(
    `SELECT id, disabled_at FROM identity.account WHERE id = $1 AND password_hash = $2
     FOR NO KEY UPDATE`,
    [accountId, passwordHash],
  );
  return account;
}

/** Finds the id of the ACTIVE account of an address; undefined if the address has none. */
export async function activeAccountId(tx: Transaction, email: string): Promise<string | undefined> {
  const [account] = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE email = $1 AND status = 'ACTIVE'`,
    [email],
  );
  return account?.id;
}

/** Like `activeAccountId`, but also locks the account's row. */
export async function lockActiveAccountRow(
  tx: Transaction,
  email: string,
): Promise<string | undefined> {
  const [account] = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE email = $1 AND status = 'ACTIVE' FOR NO KEY UPDATE`,
    [email],
  );
  return account?.id;
}

export interface SignInCandidate {
  id: string;
  password_hash: string | null;
}

/**
 * Finds the accounts to which a sign-in with this address may belong: the ACTIVE account or, if there is none, the
 * newest three registrations whose address is not verified yet.
 */
export const signInCandidatesOf = (source: DataSource, email: string): Promise<SignInCandidate[]> =>
  source.query(
    `SELECT id, password_hash FROM identity.account a
     WHERE email = $1 AND (status = 'ACTIVE'
     OR (status = 'NEW' AND NOT EXISTS (SELECT 1 FROM identity.account b WHERE b.email = a.email AND b.status = 'ACTIVE')))
     ORDER BY created_at DESC, id DESC LIMIT 3`,
    [email],
  );

export interface AccountToInsert {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: 'NEW' | 'ACTIVE';
  language: Language;
  is_researcher: boolean;
  password_hash?: string | null;
  role?: 'ADMINISTRATOR' | null;
  researcher_privilege?: boolean | null;
  organization?: string | null;
  interests?: string | null;
  zone?: string | null;
  region?: string | null;
}

/**
 * Inserts an account. The address must be locked (`lockEmail`). An ACTIVE account also requires that no other ACTIVE
 * account has the address.
 */
export async function insertAccount(
  tx: Transaction,
  account: AccountToInsert,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, password_hash, role,
       is_researcher, researcher_privilege, organization, interests, status, language, created_at, updated_at,
       zone, region)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15)`,
    [
      account.id,
      account.email,
      account.first_name,
      account.last_name,
      account.password_hash ?? null,
      account.role ?? null,
      account.is_researcher,
      account.researcher_privilege ?? null,
      account.organization ?? null,
      account.interests ?? null,
      account.status,
      account.language,
      now,
      account.zone ?? null,
      account.region ?? null,
    ],
  );
}

/**
 * Locks an email address until the transaction ends: no other transaction can register, activate or create an account
 * with it.
 */
export const lockEmail = (tx: Transaction, email: string) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [addresses, email]);

/** Activates an account. The address must be locked. @returns false if another ACTIVE account has the address */
export async function activateAccount(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE identity.account SET status = 'ACTIVE', updated_at = $3 WHERE id = $1
     AND NOT EXISTS (SELECT 1 FROM identity.account o WHERE o.email = $2 AND o.status = 'ACTIVE')
     RETURNING id`,
    [id, email, now],
  );
  return rows.length > 0;
}

/** Locks an address's unverified registrations, except `exceptId`. @returns ids */
export async function lockRegistrationsOfEmail(
  tx: Transaction,
  email: string,
  exceptId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE email = $1 AND status = 'NEW' AND id <> $2 ORDER BY id FOR UPDATE`,
    [email, exceptId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes accounts, and by their foreign keys all rows that refer to them: tokens, keys, codes, identities,
 * demographics, reviews, notes.
 */
export async function deleteAccounts(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<void> {
  await tx.query(`DELETE FROM identity.account WHERE id = ANY ($1::uuid[])`, [accountIds]);
}
