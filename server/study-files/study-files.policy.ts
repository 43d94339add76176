import type { AccessPolicy } from '../access/access-policies';
import { DomainError } from '../platform/http/errors';
import type { StudyMembersRead } from '../studies/people/study-members.read';
import { mayOnStudy, roleIn } from '../studies/study.policy';

export const studyFilesPolicies: readonly AccessPolicy[] = [
  {
    name: 'study_version.see',
    means: 'The people of a study see its versions and preview them; for others there are none.',
    decidedBy: 'thing',
  },
  {
    name: 'study_version.change',
    means: 'Owner and editors add and delete versions; viewers are refused.',
    decidedBy: 'thing',
  },
];

/**
 * Before anything is read of an upload or told of a version.
 * @throws DomainError not_found without a role in the study, whatever its state; forbidden
 */
export async function mustBeOf(
  members: StudyMembersRead,
  act: 'read' | 'edit',
  studyId: string,
  accountId: string,
): Promise<void> {
  const study = await members.of(studyId);
  if (!study || roleIn(study, accountId) === null) throw new DomainError('not_found');
  if (!mayOnStudy(act, study, accountId)) throw new DomainError('forbidden');
}
