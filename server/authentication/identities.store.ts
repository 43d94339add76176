import type { IdentityProvider } from '../../contracts/authentication/identities';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { timeOrderedId } from '../platform/db/ids';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';

/** An identity at a provider: `issuer` and `subject` together identify one person. */
export interface VerifiedIdentity {
  provider: IdentityProvider;
  issuer: string;
  subject: string;
}

const identities = 0x49444e54; // "IDNT": these locks have a key space of their own

/**
 * Locks the identity until the transaction ends, so that no other transaction signs in with it or
 * links it. Take this lock before you lock any account's row.
 */
export const lockIdentity = (tx: Transaction, { issuer, subject }: VerifiedIdentity) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [identities, `${issuer} ${subject}`]);

/**
 * Links an identity to an account after the caller has proven to own both. Idempotent. Refuses an
 * account whose address is unverified. Otherwise an attacker could register another person's
 * address and link their own identity. When the owner of the address then verifies it and sets a
 * password, the attacker could still sign in.
 * @throws DomainError email_not_verified; identity_taken if the identity belongs to another
 * account, or if this account has another identity of the same provider
 */
export async function linkIdentityToAccount(
  tx: Transaction,
  accountId: string,
  identity: VerifiedIdentity,
  now: Date,
): Promise<void> {
  await lockIdentity(tx, identity);
  const account = await lockAccountRow(tx, accountId);
  if (!account) throw new DomainError('unauthenticated');
  if (account.status !== 'ACTIVE') throw new DomainError('email_not_verified');
  const linked = await tx.query<VerifiedIdentity & { account_id: string }>(
    `SELECT account_id, provider, issuer, subject FROM identity.identity
     WHERE (issuer = $1 AND subject = $2) OR (account_id = $3 AND provider = $4)`,
    [identity.issuer, identity.subject, accountId, identity.provider],
  );
  if (
    linked.some(
      (l) =>
        l.account_id !== accountId ||
        l.provider !== identity.provider ||
        l.issuer !== identity.issuer ||
        l.subject !== identity.subject,
    )
  )
    throw new DomainError('identity_taken');
  if (linked.length > 0) return;
  // If the account has an unproven identity, the caller may be a stranger who signed in with it and
  // does not own the address. So the new identity is unproven too.
  const unproven = await tx.query(
    `SELECT 1 FROM identity.identity WHERE account_id = $1 AND unproven LIMIT 1`,
    [accountId],
  );
  const identityId = await addIdentity(tx, accountId, identity, unproven.length > 0, now);
  tx.record('identity.identity-linked', { account_id: accountId, identity_id: identityId });
  await tx.audit(
    'identity-linked',
    { actor: accountId, subject: accountId, details: { method: identity.provider } },
    now,
  );
}

/**
 * Adds an identity to an account. The caller must have locked or inserted the account's row.
 * @returns the id of the identity
 */
export async function addIdentity(
  tx: Transaction,
  accountId: string,
  { provider, issuer, subject }: VerifiedIdentity,
  unproven: boolean,
  now: Date,
): Promise<string> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject, unproven, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, accountId, provider, issuer, subject, unproven, now],
  );
  return id;
}

/** Lists the providers of an account's linked identities, oldest link first. */
export async function linkedProvidersOf(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.query<{ provider: string }>(
    `SELECT provider FROM identity.identity WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows.map(({ provider }) => provider);
}

/**
 * Lists the ids of an account's identities that may belong to another person, because the account's
 * address was never verified.
 */
export async function unverifiedIdentitiesOf(
  tx: Transaction,
  accountId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM identity.identity WHERE account_id = $1 AND unproven`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Reads what identity providers stated about the account holder, for the administrator who decides
 * whether the account holder is a researcher.
 */
export async function readIdentityHintsForReview(
  tx: Transaction,
  accountId: string,
): Promise<{ orcid: string | null; single_sign_on: boolean }> {
  const rows = await tx.query<{ provider: string; subject: string }>(
    `SELECT provider, subject FROM identity.identity WHERE account_id = $1
     AND provider IN ('orcid', 'ssoready')`,
    [accountId],
  );
  return {
    orcid: rows.find(({ provider }) => provider === 'orcid')?.subject ?? null,
    single_sign_on: rows.some(({ provider }) => provider === 'ssoready'),
  };
}
