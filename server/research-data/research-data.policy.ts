import type { AccessPolicy } from '../access/access-policies';
import type { StudyGate } from '../studies/people/study-gate';
import { mayOnStudy } from '../studies/study.policy';

export const researchDataPolicies: readonly AccessPolicy[] = [
  {
    name: 'study_data.export',
    means:
      'Owner, editors and analysts of a study export its data, and the first two change them; all others are refused.',
    decidedBy: 'thing',
  },
];

/**
 * Checks that the person may read or change the data of a study.
 * @param act `read_data`, or `run` for changes of descriptions and of external data
 * @returns whether the person may see names in the study, and events of today
 * @throws DomainError not_found, forbidden
 */
export async function mustHaveDataPermission(
  gate: StudyGate,
  act: 'read_data' | 'run',
  studyId: string,
  person: { account_id: string; researcher_privilege: boolean | null },
): Promise<boolean> {
  const study = await gate.must(act, studyId, person.account_id);
  return (
    person.researcher_privilege === true &&
    mayOnStudy('see_names', study, person.account_id) &&
    gate.seesMoments(person.account_id)
  );
}
