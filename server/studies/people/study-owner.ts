import type { DataSource } from 'typeorm';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Reads the account that owns a study. @throws DomainError not_found */
export async function readStudyOwnerId(tx: Transaction, studyId: string): Promise<string> {
  const [study] = await tx.query<{ owner_id: string }>(
    `SELECT owner_id FROM research.study WHERE id = $1`,
    [studyId],
  );
  if (!study) throw new DomainError('not_found');
  return study.owner_id;
}

/** Like `readStudyOwnerId`, outside of a transaction. */
export async function findStudyOwnerId(
  source: DataSource,
  studyId: string,
): Promise<string | undefined> {
  const [study]: { owner_id: string }[] = await source.query(
    `SELECT owner_id FROM research.study WHERE id = $1`,
    [studyId],
  );
  return study?.owner_id;
}

/** Reads the accounts of the owner and the collaborators of a study. */
export async function readStudyPeople(
  source: Pick<DataSource, 'query'>,
  studyId: string,
): Promise<string[]> {
  const rows: { id: string }[] = await source.query(
    `SELECT owner_id AS id FROM research.study WHERE id = $1
     UNION SELECT account_id FROM identity.study_collaborator WHERE study_id = $1`,
    [studyId],
  );
  return rows.map(({ id }) => id);
}
