import { deleteAccounts, lockRegistrationsOf } from '../../access/accounts/accounts.store';
import type { Transaction } from '../../platform/db/unit-of-work';
import { handOverStudies, whoseStudies } from '../../studies/hand-over-studies';

/**
 * The address is locked and its ACTIVE account is decided: the registrations that wait for their
 * verification vanish, with their sign-ins. Studies that somebody began under one go to that
 * account. A participant cannot hold any: then the registration stays, as tidying leaves it too.
 */
export async function endOtherRegistrations(
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
