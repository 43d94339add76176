import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { hasAnyParticipationSql } from '../model/participation-facts.sql';
import { pseudonymsInStudy } from '../links/pseudonyms';

/** Whether an account has ever enrolled in a study, at any privacy level. */
export async function hasTakenPart(
  tx: Transaction,
  secrets: Secrets,
  studyId: string,
  accountId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `SELECT ${hasAnyParticipationSql('$1::uuid', '$2::bytea[]')} AS found`,
    [studyId, pseudonymsInStudy(secrets, studyId, accountId)],
  );
  return row?.found === true;
}
