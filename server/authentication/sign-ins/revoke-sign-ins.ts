import { deleteTokensOf, revokeTokens } from '../../access/tokens.store';
import type { Transaction } from '../../platform/db/unit-of-work';
import { deleteChallengesOf } from './challenges.store';

/**
 * Revokes the sign-ins of an account, all or all but one, including those that wait for their
 * second factor. The account's row must be locked, so that a concurrent sign-in is not missed. The
 * recorded events close the sockets of these sign-ins.
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
