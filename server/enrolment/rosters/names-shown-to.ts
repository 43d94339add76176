import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * The accounts whose name a researcher has seen on a roster. Switches to the only role that may
 * read this, and back to the application's role.
 */
export async function namesShownTo(tx: Transaction, researcherId: string): Promise<string[]> {
  await tx.as('commonlab_link');
  const shown = await tx.query<{ id: string }>(
    `SELECT DISTINCT account_id AS id FROM identity.roster_access WHERE researcher_id = $1`,
    [researcherId],
  );
  await tx.as('commonlab_app');
  return shown.map(({ id }) => id);
}
