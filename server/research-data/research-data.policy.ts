import type { AccessPolicy } from '../access/access-policies';
import type { StudyGate } from '../studies/people/study-gate';
import { mayOnStudy } from '../studies/study.policy';

export const researchDataPolicies: readonly AccessPolicy[] = [
  {
    name: 'study_data.export',
    means: 'Owner and editors of a study export its data; all others are refused.',
    decidedBy: 'thing',
  },
];

/**
 * @returns whether the account may learn names in the study
 * @throws DomainError not_found, forbidden
 */
export async function mustExport(
  gate: StudyGate,
  studyId: string,
  person: { account_id: string; researcher_privilege: boolean | null },
): Promise<boolean> {
  const study = await gate.must('run', studyId, person.account_id);
  return person.researcher_privilege === true && mayOnStudy('see_names', study, person.account_id);
}
