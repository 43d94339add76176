import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Locks the imported data of the study whose export is built. Until the transaction ends, the data
 * cannot be deleted.
 * @returns whether the study still has imported data
 */
export async function lockImportedData(tx: Transaction, exportId: string): Promise<boolean> {
  const locked = await tx.query(
    `SELECT i.study_id FROM research.imported_study i
     JOIN research.study_export e ON e.study_id = i.study_id
     WHERE e.id = $1 AND i.data_sha256 IS NOT NULL FOR SHARE OF i`,
    [exportId],
  );
  return locked.length > 0;
}

/**
 * Deletes the data that came with a bundle, and marks the study's exports as outdated: a
 * participant may have withdrawn these data at the installation that wrote the bundle.
 * @returns whether there were any data
 */
export async function deleteImportedData(tx: Transaction, studyId: string): Promise<boolean> {
  const gone = await tx.query(
    `UPDATE research.imported_study SET runs = 0, records = 0, recordings = 0,
       withheld_values = 0, withheld_recordings = 0, data_sha256 = NULL
     WHERE study_id = $1 AND data_sha256 IS NOT NULL RETURNING study_id`,
    [studyId],
  );
  await tx.query(`DELETE FROM research.imported_file WHERE study_id = $1`, [studyId]);
  if (gone.length > 0)
    await tx.query(
      `UPDATE research.study_export SET state = 'outdated', size = NULL
       WHERE study_id = $1 AND state = 'ready'`,
      [studyId],
    );
  return gone.length > 0;
}
