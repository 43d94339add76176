import type { Transaction } from '../../platform/db/unit-of-work';

/** A copy of a study has the same contents, so they were taken from the same files, except those that are being deleted. */
export async function copyTaken(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.query(
    `INSERT INTO research.taken_resource (study_id, sha256, resource_id, number)
     SELECT $2::uuid, sha256, resource_id, number FROM research.taken_resource WHERE study_id = $1
     FOR KEY SHARE`,
    [from, to],
  );
}
