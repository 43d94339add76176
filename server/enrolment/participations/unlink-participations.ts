import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * In the transaction that erases an account: deletes the links of its participations, which stay
 * without a reference to a person. Switches to the only role that reads the links, and back to the
 * application's role.
 * @returns the ids of the participations
 */
export async function unlinkParticipations(tx: Transaction, accountId: string): Promise<string[]> {
  await tx.as('commonlab_link');
  const links = await tx.query<{ participation_id: string }>(
    `DELETE FROM identity.participation_link WHERE account_id = $1 RETURNING participation_id`,
    [accountId],
  );
  await tx.as('commonlab_app');
  return links.map((link) => link.participation_id);
}
