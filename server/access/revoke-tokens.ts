import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Ends the sign-ins of an account, its row locked, so that none under way slips through: all of
 * them, or all but one; also those that wait for their second factor. The events end their sockets.
 * Answers how many of them were still good.
 */
export async function revokeTokens(
  tx: Transaction,
  accountId: string,
  exceptTokenId: string | null,
  now: Date,
): Promise<number> {
  await tx.query(`DELETE FROM identity.second_factor_challenge WHERE account_id = $1`, [accountId]);
  const ended = await tx.query<{ id: string; expires_at: Date }>(
    `DELETE FROM identity.token WHERE account_id = $1 AND id IS DISTINCT FROM $2 RETURNING id, expires_at`,
    [accountId, exceptTokenId],
  );
  const live = ended.filter(({ expires_at }) => expires_at > now);
  if (exceptTokenId === null)
    tx.record('identity.signed-out', { account_id: accountId, token_id: null });
  else
    for (const { id } of live)
      tx.record('identity.signed-out', { account_id: accountId, token_id: id });
  return live.length;
}
