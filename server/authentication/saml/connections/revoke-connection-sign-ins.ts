import { lockAccountRows } from '../../../access/accounts/accounts.store';
import { revokeTokensByMethod } from '../../../access/tokens.store';
import type { Transaction } from '../../../platform/db/unit-of-work';

/**
 * Revokes the sign-ins made through this identity provider, including those that wait for their
 * second factor. The events that this function records close the sockets of these sign-ins. The
 * caller must have locked the connection's row and deleted its pending sign-ons. A sign-in locks
 * the connection's row until its token is stored (SsoTokens), so no concurrent sign-in is missed.
 * @returns how many of the sign-ins were still valid
 */
export async function revokeConnectionSignIns(
  tx: Transaction,
  entityId: string,
  now: Date,
): Promise<number> {
  const came = await tx.query<{ account_id: string }>(
    `SELECT DISTINCT i.account_id FROM identity.identity i
     WHERE i.provider = 'ssoready' AND i.issuer = $1
       AND (EXISTS (SELECT 1 FROM identity.sign_in t WHERE t.account_id = i.account_id
       AND t.method = 'ssoready') OR EXISTS (SELECT 1 FROM identity.second_factor_challenge s
       WHERE s.account_id = i.account_id AND s.method = 'ssoready'))`,
    [entityId],
  );
  // Locks the accounts first and in a fixed order, because every transaction that starts or ends a
  // sign-in locks its account too.
  const ids = await lockAccountRows(
    tx,
    came.map(({ account_id }) => account_id),
  );
  await tx.query(
    `DELETE FROM identity.second_factor_challenge WHERE account_id = ANY ($1::uuid[]) AND method = 'ssoready'`,
    [ids],
  );
  const ended = await revokeTokensByMethod(tx, ids, 'ssoready');
  const live = ended.filter(({ expires_at }) => expires_at > now);
  for (const { id, account_id } of live)
    tx.record('identity.signed-out', { account_id, token_id: id });
  return live.length;
}
