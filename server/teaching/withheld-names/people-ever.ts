import type { DataSource } from 'typeorm';
import { readStudyPeople } from '../../studies/people/study-owner';

/** Finds the accounts of all who are or were a study's owner or collaborators. */
export async function presentAndFormerPeopleOf(
  on: Pick<DataSource, 'query'>,
  studyId: string,
): Promise<string[]> {
  // The present people are read first. A person who leaves between the two reads is then found
  // twice rather than not at all.
  const present = await readStudyPeople(on, studyId);
  const former: { account_id: string }[] = await on.query(
    `SELECT account_id FROM identity.former_study_person WHERE study_id = $1`,
    [studyId],
  );
  return [...present, ...former.map(({ account_id }) => account_id)];
}
