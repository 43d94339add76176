import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Copies the records that say which resource files a study's files were copied from. The new
 * records belong to the copied study. Leaves out resource files that are being deleted.
 */
export async function copyResourceOriginRecords(
  tx: Transaction,
  from: string,
  to: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO research.taken_resource (study_id, sha256, resource_id, number)
     SELECT $2::uuid, sha256, resource_id, number FROM research.taken_resource WHERE study_id = $1
     FOR KEY SHARE`,
    [from, to],
  );
}
