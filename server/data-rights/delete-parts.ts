import type { Transaction } from '../platform/db/unit-of-work';

/** The bytes of copies, as the role of the link, and then the application again. */
export async function deleteParts(tx: Transaction, exportIds: readonly string[]): Promise<void> {
  await tx.as('commonlab_link');
  await tx.query(`DELETE FROM identity.export_part WHERE export_id = ANY($1::uuid[])`, [exportIds]);
  await tx.as('commonlab_app');
}
