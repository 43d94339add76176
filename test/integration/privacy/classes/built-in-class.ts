import type { RunningApp } from '../../../support/app/app';
import type { TestPerson } from '../../../support/people/people';
import { poolRequestsOf } from '../../teaching/rigs/pools';
import { classReviewRequestsOf } from '../../teaching/rigs/reviews-rig';
import { crowdSize, conditionForEachPerson } from '../crowd';
import type { HistorySession } from '../studies-of-history';

/**
 * Lets groups of a class build studies from one template of the instructor. The answers of these
 * studies are pooled.
 */
export async function makeClassGroups(
  run: RunningApp,
  classroomId: string,
  instructor: TestPerson,
  launched: (topics: readonly string[]) => Promise<void>,
) {
  const pools = poolRequestsOf(run);
  const reviews = classReviewRequestsOf(run);
  await pools.sessions.letBuild(classroomId);
  await run.source.query(
    `UPDATE identity.classroom SET consent_text = 'We take part.' WHERE id = $1`,
    [classroomId],
  );
  const template = await pools.template(instructor, classroomId);
  /**
   * Makes a study that the instructor approved and that recruits in the class. Nearly every
   * participant gets a condition that no other participant has.
   */
  const recruiting = async (owner: TestPerson): Promise<HistorySession> => {
    const studyId = await pools.templates.copied(owner, template, classroomId);
    await reviews.approved(owner, instructor, studyId);
    const { consent, session_id } = await pools.opened(owner, studyId, { capacity: crowdSize * 2 });
    await run.source.query(
      `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime,conditions}', $2) WHERE id = $1`,
      [session_id, JSON.stringify(conditionForEachPerson())],
    );
    await launched([
      'dashboard',
      `study:${studyId}`,
      `session:${session_id}`,
      `runs:${session_id}`,
    ]);
    return {
      _id: session_id,
      study: { _id: studyId, owner, consent, external: false },
      privacy_level: 'anonymous',
      slots: [],
      code: undefined,
      is_hosted: true,
    };
  };
  return { template, recruiting };
}
