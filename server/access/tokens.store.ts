import type { Transaction } from '../platform/db/unit-of-work';

export interface TokenToInsert {
  id: string;
  account_id: string;
  hash: Buffer;
  remembered: boolean;
  method: string;
  device: string | null;
  second_factor: boolean;
  proved_at: Date;
  expires_at: Date;
}

/** The account's row is locked, so that whoever revokes its tokens meanwhile sees this one. */
export async function insertToken(tx: Transaction, token: TokenToInsert, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, method, device, second_factor,
       proved_at, last_used_at, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
    [
      token.id,
      token.account_id,
      token.hash,
      token.remembered,
      token.method,
      token.device,
      token.second_factor,
      token.proved_at,
      now,
      token.expires_at,
    ],
  );
}

/** `identity.signed-out`, which ends sockets, is for the caller to record. */
export interface RevokedToken {
  id: string;
  account_id: string;
  expires_at: Date;
}

/**
 * Ends the sign-ins of an account, its row locked, so that none under way slips through: all of
 * them, or all but one. The events end their sockets. Answers how many of them were still good.
 */
export async function revokeTokens(
  tx: Transaction,
  accountId: string,
  exceptTokenId: string | null,
  now: Date,
): Promise<number> {
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

/** All tokens of an account whose row is locked; records no event. @returns how many there were. */
export async function deleteTokensOf(tx: Transaction, accountId: string): Promise<number> {
  return (
    await tx.query(`DELETE FROM identity.token WHERE account_id = $1 RETURNING id`, [accountId])
  ).length;
}

/** Records no event. @returns undefined where the account has no such token. */
export async function revokeToken(
  tx: Transaction,
  { tokenId, accountId }: { tokenId: string; accountId: string },
): Promise<RevokedToken | undefined> {
  const [ended] = await tx.query<RevokedToken>(
    `DELETE FROM identity.token WHERE id = $1 AND account_id = $2 RETURNING id, account_id, expires_at`,
    [tokenId, accountId],
  );
  return ended;
}

/**
 * By the SHA-256 of the token. Records no event.
 * @param accountId whose token alone it may be; null: whichever
 * @returns undefined where there is no such token
 */
export async function revokeTokenByHash(
  tx: Transaction,
  hash: Buffer,
  accountId: string | null,
): Promise<RevokedToken | undefined> {
  const [ended] = await tx.query<RevokedToken>(
    `DELETE FROM identity.token WHERE hash = $1 AND ($2::uuid IS NULL OR account_id = $2)
     RETURNING id, account_id, expires_at`,
    [hash, accountId],
  );
  return ended;
}

/** Those that came by one first factor, of accounts whose rows are locked. Records no event. */
export function revokeTokensByMethod(
  tx: Transaction,
  accountIds: readonly string[],
  method: string,
  exceptTokenId: string | null = null,
): Promise<RevokedToken[]> {
  return tx.query<RevokedToken>(
    `DELETE FROM identity.token WHERE account_id = ANY ($1::uuid[]) AND method = $2
     AND id IS DISTINCT FROM $3 RETURNING id, account_id, expires_at`,
    [accountIds, method, exceptTokenId],
  );
}

/**
 * Whether a sign-in has proven the second factor. @returns undefined where it has ended meanwhile.
 */
export async function hasProvenSecondFactor(
  tx: Transaction,
  { account_id, token_id }: { account_id: string; token_id: string },
): Promise<boolean | undefined> {
  const [token] = await tx.query<{ second_factor: boolean }>(
    `SELECT second_factor FROM identity.token WHERE id = $1 AND account_id = $2`,
    [token_id, account_id],
  );
  return token?.second_factor;
}

export async function markSecondFactorProven(tx: Transaction, tokenId: string): Promise<void> {
  await tx.query(`UPDATE identity.token SET second_factor = true WHERE id = $1`, [tokenId]);
}

/** For an account that has no second factor any more: what was proven counts no longer. */
export async function forgetSecondFactorProofs(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `UPDATE identity.token SET second_factor = false WHERE account_id = $1 AND second_factor`,
    [accountId],
  );
}
