import { deleteTokensOf, revokeTokens } from '../access/tokens.store';
import type { Transaction } from '../platform/db/unit-of-work';
import { deleteChallengesOf } from './second-factor/challenges.store';

/**
 * Ends the sign-ins of an account, its row locked, so that none under way slips through: all of
 * them, or all but one; also those that wait for their second factor. The events end their sockets.
 * Answers how many of them were still good.
 */
export async function endSignIns(
  tx: Transaction,
  accountId: string,
  exceptTokenId: string | null,
  now: Date,
): Promise<number> {
  await deleteChallengesOf(tx, accountId);
  return revokeTokens(tx, accountId, exceptTokenId, now);
}

/**
 * All of them, without an event: the caller records what ends the sockets. Answers how many tokens
 * there were.
 */
export async function endSignInsSilently(tx: Transaction, accountId: string): Promise<number> {
  await deleteChallengesOf(tx, accountId);
  return deleteTokensOf(tx, accountId);
}
