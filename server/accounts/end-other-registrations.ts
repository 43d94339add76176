import type { Transaction } from '../platform/db/unit-of-work';
import { handOverStudies, whoseStudies } from '../studies/hand-over-studies';

/**
 * The address is locked and its ACTIVE account is decided: the registrations that wait for their
 * verification vanish, with their sign-ins. Studies that somebody began under one go to that
 * account. A participant cannot hold any: then the registration stays, as tidying leaves it too.
 */
export async function endOtherRegistrations(
  tx: Transaction,
  winner: { id: string; email: string },
): Promise<void> {
  const [account] = await tx.query<{ is_researcher: boolean }>(
    `SELECT is_researcher FROM identity.account WHERE id = $1`,
    [winner.id],
  );
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE email = $1 AND status = 'NEW' AND id <> $2 ORDER BY id FOR UPDATE`,
    [winner.email, winner.id],
  );
  if (rows.length === 0) return;
  const others = rows.map(({ id }) => id);
  if (account?.is_researcher) await handOverStudies(tx, others, winner.id);
  const kept = await whoseStudies(tx, others);
  await tx.query(`DELETE FROM identity.account WHERE id = ANY($1) AND id <> ALL($2)`, [
    others,
    kept,
  ]);
}
