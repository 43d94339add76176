import type { z } from 'zod';
import type { Demographics } from '../../contracts/demographics';
import type { Transaction } from '../platform/db/unit-of-work';

/** Requires that the account has none yet. */
export async function insertDemographics(
  tx: Transaction,
  accountId: string,
  { date_of_birth, education_level }: z.output<typeof Demographics>,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.demographics (account_id, date_of_birth, education_level, updated_at)
     VALUES ($1, $2, $3, $4)`,
    [accountId, date_of_birth, education_level, now],
  );
}
