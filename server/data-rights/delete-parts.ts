import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Deletes the bytes of exports under the role commonlab_link, then switches back to the
 * application's role.
 */
export async function deleteExportParts(
  tx: Transaction,
  exportIds: readonly string[],
): Promise<void> {
  await tx.as('commonlab_link');
  await tx.query(`DELETE FROM identity.export_part WHERE export_id = ANY($1::uuid[])`, [exportIds]);
  await tx.as('commonlab_app');
}
