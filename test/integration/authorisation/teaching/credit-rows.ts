import { randomBytes, randomUUID } from 'node:crypto';
import * as credits from '../../../../contracts/teaching/credits';
import type { ClassroomRole, ClassroomState } from '../../../../contracts/teaching/classrooms';
import { Secrets } from '../../../../server/platform/security/secrets';
import { studentKeyOf } from '../../../../server/teaching/model/student-key';
import type { TestPerson } from '../../../support/people/people';
import { creditRequestsOf } from '../../teaching/rigs/credits-rig';
import type { MatrixCellFixtures } from '../personas';
import { row, type AuthorisationRow } from '../row';

/** Makes a classroom of a course, with its members. */
async function classroom(
  { run }: MatrixCellFixtures,
  members: readonly [TestPerson, ClassroomRole][],
  state: ClassroomState = 'open',
) {
  const of = creditRequestsOf(run);
  const course = await of.course();
  const id = await of.classroom(course, state);
  for (const [person, role] of members) await of.join(id, person, role);
  return { id, course };
}

/** Makes a credit of the person. It does not count in a course yet. */
async function creditOf({ run }: MatrixCellFixtures, { _id }: TestPerson): Promise<string> {
  const id = randomUUID();
  await run.source.query(
    `INSERT INTO identity.credit (id, source_key, source, student_key, quarters) VALUES ($1, $2, 'study', $3, 2)`,
    [id, randomBytes(32), studentKeyOf(run.app.get(Secrets), _id)],
  );
  return id;
}

/**
 * The rows of the authorisation matrix about a person's own credits, and about the gradebook of a
 * classroom (policy `classroom.staff`).
 */
export const creditMatrixRows: readonly AuthorisationRow[] = [
  row(credits.readOwnCredits, 200),
  row(credits.moveCredit, 200, async (scene) => {
    const student = scene.me ?? scene.cast.participant;
    const { course } = await classroom(scene, [[student, 'student']]);
    const id = await creditOf(scene, student);
    return { params: { id }, body: { course_id: course } };
  }),
  row(
    credits.moveCredit,
    { participant: 'not_member_of_course', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: await creditOf(scene, scene.cast.participant) },
      body: { course_id: (await classroom(scene, [])).course },
    }),
    'of a participant',
  ),
  row(
    credits.readGradebook,
    {
      approved: 200,
      'other researcher': 200,
      participant: 'forbidden',
      'everybody else': 'not_found',
    },
    async (scene) => {
      const { cast } = scene;
      // The server shows fewer names and times to the staff of an active classroom. The classroom
      // is archived, so that the answers of later rows do not change.
      const { id } = await classroom(
        scene,
        [
          [cast.approved, 'instructor'],
          [cast['other researcher'], 'assistant'],
          [cast.participant, 'student'],
        ],
        'archived',
      );
      return { params: { id } };
    },
  ),
];
