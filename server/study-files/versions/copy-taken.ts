import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Records for a copied study which resource files its files were copied from, except files that are
 * being deleted.
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
