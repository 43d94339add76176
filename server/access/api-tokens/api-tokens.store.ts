import type { DataSource } from 'typeorm';
import type { TokenScope } from '../../../contracts/base/access';
import type { Transaction } from '../../platform/db/unit-of-work';

export interface ApiTokenToInsert {
  id: string;
  account_id: string;
  name: string;
  start: string;
  hash: Buffer;
  scopes: readonly TokenScope[];
  study_ids: readonly string[] | null;
  expires_at: Date;
}

/**
 * Inserts a token. The account's row must be locked, so that a concurrent deletion of all its
 * tokens also finds this one.
 */
export async function insertApiToken(
  tx: Transaction,
  token: ApiTokenToInsert,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.api_token (id, account_id, name, start, hash, scopes, study_ids,
       created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.id,
      token.account_id,
      token.name,
      token.start,
      token.hash,
      token.scopes,
      token.study_ids,
      now,
      token.expires_at,
    ],
  );
}

/** Counts an account's tokens that have not expired. */
export async function countApiTokens(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM identity.api_token
     WHERE account_id = $1 AND expires_at > $2`,
    [accountId, now],
  );
  return row?.count ?? 0;
}

/**
 * Deletes a token.
 * @returns whether the account had a token with this id
 */
export async function deleteApiToken(
  tx: Transaction,
  tokenId: string,
  accountId: string,
): Promise<boolean> {
  const ended = await tx.query(
    `DELETE FROM identity.api_token WHERE id = $1 AND account_id = $2 RETURNING id`,
    [tokenId, accountId],
  );
  return ended.length > 0;
}

/** Deletes all API tokens of an account, whose row must be locked. */
export async function deleteApiTokensOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.api_token WHERE account_id = $1`, [accountId]);
}

/** The fields of a token that its holder may see. */
export interface OwnApiToken {
  id: string;
  name: string;
  start: string;
  scopes: TokenScope[];
  study_ids: string[] | null;
  created_at: Date;
  expires_at: Date;
  last_used_on: string | null;
}

/**
 * Lists the tokens of an account, the newest first, including expired tokens.
 * @param tokenId if given, the result contains only this token
 */
export function apiTokensOf(
  source: Pick<DataSource, 'query'>,
  accountId: string,
  tokenId: string | null = null,
): Promise<OwnApiToken[]> {
  return source.query(
    `SELECT id, name, start, scopes, study_ids, created_at, expires_at,
       last_used_on::text AS last_used_on
     FROM identity.api_token WHERE account_id = $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY created_at DESC, id DESC`,
    [accountId, tokenId],
  );
}
