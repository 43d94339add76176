import { deleteAccounts, lockRegistrationsOf } from '../../access/accounts/accounts.store';
import type { AccountSteps } from '../../authentication/resolve-external-identity';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { useInvitation } from '../../researchers/invitations/invitation-code';
import { handOverStudies, whoseStudies } from '../../studies/people/hand-over-studies';

/**
 * The caller has locked the address and decided on its ACTIVE account: deletes the unverified
 * registrations of the address, with their sign-ins. Their studies go to the ACTIVE account. A
 * participant cannot own studies: then the registration stays, as the retention job leaves it too.
 */
export async function deleteOtherRegistrations(
  tx: Transaction,
  winner: { id: string; email: string },
): Promise<void> {
  const others = await lockRegistrationsOf(tx, winner.email, winner.id);
  if (others.length === 0) return;
  const [account] = await tx.query<{ is_researcher: boolean }>(
    `SELECT is_researcher FROM identity.person WHERE id = $1`,
    [winner.id],
  );
  if (account?.is_researcher) await handOverStudies(tx, others, winner.id);
  const kept = new Set(await whoseStudies(tx, others));
  await deleteAccounts(
    tx,
    others.filter((id) => !kept.has(id)),
  );
}

/** The steps of other contexts that a sign-in by an identity runs in its own transaction. */
export const accountSteps = (secrets: Secrets): AccountSteps => ({
  useInvitation: (tx, code, now) => useInvitation(tx, secrets, code, now),
  deleteOtherRegistrations,
});
