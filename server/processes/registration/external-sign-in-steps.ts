import { deleteAccounts, lockRegistrationsOfEmail } from '../../access/accounts/accounts.store';
import type { NewAccountSteps } from '../../authentication/resolve-external-identity';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { redeemInvitation } from '../../researchers/invitations/invitation-code';
import {
  moveStudiesToVerifiedAccount,
  studyOwnersAmong,
} from '../../studies/people/hand-over-studies';

/**
 * Deletes the unverified registrations of an address, with their sign-ins. The caller must have
 * locked the address.
 * - If the ACTIVE account belongs to a researcher, it first gets the studies of the registrations.
 * - If it belongs to a participant, registrations that own studies are kept, because a participant
 *   cannot own studies.
 * @param winner the ACTIVE account of the address
 */
export async function deleteOtherRegistrations(
  tx: Transaction,
  winner: { id: string; email: string },
): Promise<void> {
  const others = await lockRegistrationsOfEmail(tx, winner.email, winner.id);
  if (others.length === 0) return;
  const [account] = await tx.query<{ is_researcher: boolean }>(
    `SELECT is_researcher FROM identity.person WHERE id = $1`,
    [winner.id],
  );
  if (account?.is_researcher) await moveStudiesToVerifiedAccount(tx, others, winner.id);
  const kept = new Set(await studyOwnersAmong(tx, others));
  await deleteAccounts(
    tx,
    others.filter((id) => !kept.has(id)),
  );
}

/**
 * Functions of other contexts that a sign-in with an external identity (OIDC, SAML) runs within its transaction.
 */
export const externalSignInSteps = (secrets: Secrets): NewAccountSteps => ({
  useInvitation: (tx, code, now) => redeemInvitation(tx, secrets, code, now),
  deleteOtherRegistrations,
});
