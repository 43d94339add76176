import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Reads the pseudonyms of participations, in hexadecimal digits, as the study's code reads them.
 * @returns by participation id
 */
export async function pseudonymsByParticipation(
  tx: Transaction,
  participationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; participant: string }>(
    `SELECT id, encode(pseudonym, 'hex') AS participant FROM research.participation
     WHERE id = ANY($1::uuid[])`,
    [participationIds],
  );
  return new Map(rows.map(({ id, participant }) => [id, participant]));
}
