import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Locks a version against deletion until the transaction ends.
 * @returns whether the version exists
 */
export async function lockVersion(tx: Transaction, versionId: string): Promise<boolean> {
  const held = await tx.query(`SELECT id FROM research.study_version WHERE id = $1 FOR KEY SHARE`, [
    versionId,
  ]);
  return held.length > 0;
}
