import type { DataSource } from 'typeorm';
import type { Transaction } from '../platform/db/unit-of-work';

/** A participant's answers about themselves; null for a question without an answer. */
export interface ToldDemographics {
  /** `YYYY-MM-DD`, as text, since a day has no time zone. */
  date_of_birth: string | null;
  education_level: string | null;
}

/** For the eligibility rules, inside a transaction or outside. */
export async function toldDemographics(
  on: DataSource | Transaction,
  accountId: string,
): Promise<ToldDemographics> {
  const [told] = (await on.query(
    `SELECT to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth, education_level
     FROM identity.demographics WHERE account_id = $1`,
    [accountId],
  )) as ToldDemographics[];
  return told ?? { date_of_birth: null, education_level: null };
}
