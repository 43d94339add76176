import type { AccessPolicy } from '../access/access-policies';
import { DomainError } from '../platform/http/errors';
import type { StudyMembersRead } from '../studies/people/study-members.read';
import { mayOnStudy, roleIn } from '../studies/study.policy';

export const researchDataPolicies: readonly AccessPolicy[] = [
  {
    name: 'study_data.export',
    means:
      'Owner and editors of a study export its data; viewers are refused, for others there are none.',
    decidedBy: 'thing',
  },
];

/**
 * @returns whether the account may learn names in the study
 * @throws DomainError not_found without a role in the study, whatever its state; forbidden
 */
export async function mustExport(
  members: StudyMembersRead,
  studyId: string,
  person: { account_id: string; researcher_privilege: boolean | null },
): Promise<boolean> {
  const study = await members.of(studyId);
  if (!study || roleIn(study, person.account_id) === null) throw new DomainError('not_found');
  if (!mayOnStudy('run', study, person.account_id)) throw new DomainError('forbidden');
  return person.researcher_privilege === true && mayOnStudy('see_names', study, person.account_id);
}
