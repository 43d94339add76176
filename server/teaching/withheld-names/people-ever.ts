import type { DataSource } from 'typeorm';
import { readStudyPeople } from '../../studies/people/study-owner';

/** The accounts of a study's present and former owners and collaborators. */
export async function presentAndFormerPeopleOf(
  on: Pick<DataSource, 'query'>,
  studyId: string,
): Promise<string[]> {
  // Reads present people first, so that a person who leaves in between is found twice rather than
  // not at all.
  const present = await readStudyPeople(on, studyId);
  const former: { account_id: string }[] = await on.query(
    `SELECT account_id FROM identity.former_study_person WHERE study_id = $1`,
    [studyId],
  );
  return [...present, ...former.map(({ account_id }) => account_id)];
}
