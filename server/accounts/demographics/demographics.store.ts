import type { Demographics } from '../../../contracts/accounts/demographics';
import { multipleAnswerFields } from '../../../contracts/accounts/profile-answers';
import type { Transaction } from '../../platform/db/unit-of-work';

const oneAnswer = [
  'country',
  'sex',
  'gender',
  'education_level',
  'handedness',
] as const satisfies readonly (keyof Demographics)[];

/**
 * Writes the given answers; null deletes an answer. Each field has a statement of its own. A single
 * statement for all fields would have to read the other answers in order to keep them (PostgreSQL
 * treats `excluded` as reading). But the application's role may not read answers.
 */
export async function writeDemographics(
  tx: Transaction,
  accountId: string,
  change: Partial<Demographics>,
  now: Date,
): Promise<void> {
  const { date_of_birth } = change;
  if (date_of_birth !== undefined)
    await tx.query(
      `INSERT INTO identity.demographics (account_id, date_of_birth, updated_at)
       VALUES ($1, $2::date, $3)
       ON CONFLICT (account_id) DO UPDATE SET date_of_birth = $2::date, updated_at = $3`,
      [accountId, date_of_birth, now],
    );
  for (const field of oneAnswer) {
    const answer: string | null | undefined = change[field];
    if (answer !== undefined)
      await tx.query(
        `INSERT INTO identity.demographics (account_id, ${field}, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET ${field} = $2, updated_at = $3`,
        [accountId, answer, now],
      );
  }
  for (const field of multipleAnswerFields) {
    const several: string[] | null | undefined = change[field];
    if (several !== undefined)
      await tx.query(
        `INSERT INTO identity.demographics (account_id, ${field}, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET ${field} = $2, updated_at = $3`,
        [accountId, several, now],
      );
  }
}
