import type { IdentityProvider } from '../../contracts/authentication/identities';
import { authenticationLimits } from '../../contracts/authentication/limits';
import { addMilliseconds, minutes } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { sha256, type Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';
import type { VerifiedIdentity } from './identities.store';

export interface PendingLinkToken {
  email: string;
  link_token: string;
  expires_at: Date;
}

/**
 * Stores a proven identity until the account holder has signed in.
 * @returns a token that works only for that account
 */
export async function storePendingLink(
  tx: Transaction,
  secrets: Secrets,
  holder: { account_id: string; email: string },
  { provider, issuer, subject }: VerifiedIdentity,
  now: Date,
): Promise<PendingLinkToken> {
  const { token, hash } = secrets.newToken();
  const expires_at = addMilliseconds(now, minutes(authenticationLimits.linkTokenMinutes));
  await tx.query(
    `INSERT INTO identity.pending_identity_link (id, token_hash, account_id, provider, issuer, subject, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [timeOrderedId(), hash, holder.account_id, provider, issuer, subject, expires_at],
  );
  return { email: holder.email, link_token: token, expires_at };
}

/**
 * Fetches and deletes a pending link, so that it works only once. It must not have expired, and
 * must belong to the account.
 * @returns undefined for any other token
 */
export async function takePendingLink(
  tx: Transaction,
  token: string,
  provider: IdentityProvider,
  accountId: string,
  now: Date,
): Promise<VerifiedIdentity | undefined> {
  const [proven] = await tx.query<VerifiedIdentity>(
    `DELETE FROM identity.pending_identity_link WHERE token_hash = $1 AND provider = $2
     AND account_id = $3 AND expires_at > $4 RETURNING provider, issuer, subject`,
    [sha256(token), provider, accountId, now],
  );
  return proven;
}
