import { deleteTokensOf, revokeTokens } from '../../access/tokens.store';
import type { Transaction } from '../../platform/db/unit-of-work';
import { deleteChallengesOf } from './challenges.store';

/**
 * Revokes all sign-ins of an account except `exceptTokenId`, including those that wait for their
 * second factor. The account's row must be locked, so that no concurrent sign-in is missed. The
 * events that this function records close the sockets of these sign-ins.
 * @returns how many of them were still valid
 */
export async function revokeSignIns(
  tx: Transaction,
  accountId: string,
  exceptTokenId: string | null,
  now: Date,
): Promise<number> {
  await deleteChallengesOf(tx, accountId);
  return revokeTokens(tx, accountId, exceptTokenId, now);
}

/**
 * Revokes all sign-ins of an account without recording an event; the caller records the event that
 * closes the sockets.
 * @returns how many tokens there were
 */
export async function revokeSignInsWithoutEvent(
  tx: Transaction,
  accountId: string,
): Promise<number> {
  await deleteChallengesOf(tx, accountId);
  return deleteTokensOf(tx, accountId);
}
