import type { Demographics } from '../../contracts/demographics';
import { answerFields, hasSeveral } from '../../contracts/profile-answers';
import type { Transaction } from '../platform/db/unit-of-work';

const fields = ['date_of_birth', ...answerFields] as const;
const typeOf = (field: (typeof fields)[number]) =>
  field === 'date_of_birth' ? 'date' : hasSeveral(field) ? 'text[]' : 'text';

/**
 * Writes the given answers; null takes one back. A statement for each field: the application's role
 * may write the answers and not read them, so none can keep the value that is there. For PostgreSQL,
 * `excluded` counts as reading.
 */
export async function writeDemographics(
  tx: Transaction,
  accountId: string,
  change: Partial<Demographics>,
  now: Date,
): Promise<void> {
  for (const field of fields)
    if (change[field] !== undefined)
      await tx.query(
        `INSERT INTO identity.demographics (account_id, ${field}, updated_at)
         VALUES ($1, $2::${typeOf(field)}, $3)
         ON CONFLICT (account_id) DO UPDATE SET ${field} = $2::${typeOf(field)}, updated_at = $3`,
        [accountId, change[field], now],
      );
}
