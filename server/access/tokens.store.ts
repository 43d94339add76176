import type { Transaction } from '../platform/db/unit-of-work';
import { deleteApiTokensOf } from './api-tokens/api-tokens.store';

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

/**
 * Inserts a token. The account's row must be locked, so that a concurrent revocation also finds
 * this token.
 */
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

/**
 * Deletes the oldest tokens of an account, so that at most `most` remain. The account's row must be
 * locked. The events that this function records close the tokens' sockets.
 */
export async function deleteOldestTokens(
  tx: Transaction,
  accountId: string,
  most: number,
  now: Date,
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `DELETE FROM identity.token WHERE id IN (SELECT id FROM identity.token
     WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id DESC OFFSET $3::int) RETURNING id`,
    [accountId, now, most],
  );
  for (const { id } of ended)
    tx.record('identity.signed-out', { account_id: accountId, token_id: id });
}

/**
 * A token that was revoked. The caller must record the event `identity.signed-out`, so that the
 * token's sockets are closed.
 */
export interface RevokedToken {
  id: string;
  account_id: string;
  expires_at: Date;
}

/**
 * Revokes all tokens of an account except `exceptTokenId`, and all its API tokens. The account's
 * row must be locked, so that a concurrent sign-in is not missed. The events that this function
 * records close the tokens' sockets.
 * @returns how many sign-ins were still valid
 */
export async function revokeTokens(
  tx: Transaction,
  accountId: string,
  exceptTokenId: string | null,
  now: Date,
): Promise<number> {
  await deleteApiTokensOf(tx, accountId);
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

/**
 * Deletes all tokens of an account whose row is locked, including its API tokens, without recording
 * an event.
 * @returns how many sign-ins there were
 */
export async function deleteTokensOf(tx: Transaction, accountId: string): Promise<number> {
  await deleteApiTokensOf(tx, accountId);
  return (
    await tx.query(`DELETE FROM identity.token WHERE account_id = $1 RETURNING id`, [accountId])
  ).length;
}

/**
 * Revokes a token without recording an event.
 * @returns undefined if the account has no such token
 */
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
 * Revokes a token by its SHA-256, without recording an event.
 * @param accountId the account to which the token must belong; null for any account
 * @returns undefined if there is no such token
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

/**
 * Revokes the tokens of these accounts whose sign-in used `method` as its first factor. The rows of
 * the accounts must be locked. Records no event.
 */
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
 * Whether a sign-in has proven the second factor.
 * @returns undefined if the sign-in has ended in the meantime
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

/**
 * Removes the proofs of the second factor from all sign-ins of an account that has lost its second
 * factor.
 */
export async function forgetSecondFactorProofs(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `UPDATE identity.token SET second_factor = false WHERE account_id = $1 AND second_factor`,
    [accountId],
  );
}
