import { randomUUID } from 'node:crypto';
import * as contract from '../../../../contracts/teaching/assignments';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import { Secrets } from '../../../../server/platform/security/secrets';
import { studentKeyOf } from '../../../../server/teaching/model/student-key';
import { alternativeBody, assignmentRequestsOf } from '../../teaching/rigs/assignments-rig';
import type { Persona } from '../admitted-personas';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type PersonaGroup, type AuthorisationRow } from '../row';

/**
 * The expected answers about a classroom. Its instructor is the researcher of the fixtures, its
 * only student is the participant. Pending and failed researchers request a classroom of their own.
 */
const toStaff = (
  cell: ExpectedAnswer,
  student: ExpectedAnswer,
): Partial<Record<Persona | PersonaGroup, ExpectedAnswer>> => ({
  pending: cell,
  failed: cell,
  approved: cell,
  participant: student,
  'everybody else': 'not_found',
});

async function classroom({ run, researcher, cast }: MatrixCellFixtures) {
  const teaching = assignmentRequestsOf(run);
  const course = await teaching.course({ required: 0 });
  const id = await teaching.classroom(course);
  await teaching.join(id, researcher, 'instructor');
  await teaching.join(id, cast.participant);
  return { id, course };
}

async function assignmentOf(
  { run }: MatrixCellFixtures,
  place: { classroom: string } | { course: string },
) {
  const id = timeOrderedId();
  await run.source.query(
    `INSERT INTO identity.assignment (id, classroom_id, course_id, kind, title, instructions, minutes, created_at)
     VALUES ($1, $2, $3, 'alternative', 'Read a paper', 'Read.', 30, $4)`,
    [
      id,
      'classroom' in place ? place.classroom : null,
      'course' in place ? place.course : null,
      run.clock.now(),
    ],
  );
  return id;
}
const assignment = async (scene: MatrixCellFixtures) => {
  const { id } = await classroom(scene);
  return { params: { id: await assignmentOf(scene, { classroom: id }) } };
};
const ofCourse = async (scene: MatrixCellFixtures) => {
  const { course } = await classroom(scene);
  return { params: { id: await assignmentOf(scene, { course }) } };
};

async function submission(scene: MatrixCellFixtures) {
  const { run, cast } = scene;
  const place = await classroom(scene);
  const id = randomUUID();
  await run.source.query(
    `INSERT INTO identity.submission (id, assignment_id, classroom_id, student_key, number, state, text, day)
     VALUES ($1, $2, $3, $4, '012345', 'submitted', 'Mine.', '2026-01-01')`,
    [
      id,
      await assignmentOf(scene, { classroom: place.id }),
      place.id,
      studentKeyOf(run.app.get(Secrets), cast.participant._id),
    ],
  );
  return { params: { id } };
}

/**
 * The rows of the authorisation matrix for the policies `classroom.…`, `assignment.…` and
 * `submission.decide`.
 */
export const assignmentMatrixRows: readonly AuthorisationRow[] = [
  row(contract.listAssignments, toStaff(200, 200), async (scene) => ({
    params: { id: (await classroom(scene)).id },
  })),
  row(contract.createAssignment, toStaff(201, 'forbidden'), async (scene) => ({
    params: { id: (await classroom(scene)).id },
    body: alternativeBody,
  })),
  row(contract.listCourseAssignments, 200, async (scene) => ({
    params: { id: (await classroom(scene)).course },
  })),
  row(contract.createCourseAssignment, 201, async (scene) => ({
    params: { id: (await classroom(scene)).course },
    body: alternativeBody,
  })),
  row(contract.changeAssignment, toStaff(200, 'forbidden'), async (scene) => ({
    ...(await assignment(scene)),
    body: { title: 'Other' },
  })),
  row(
    contract.changeAssignment,
    { ...toStaff('forbidden', 'forbidden'), administrator: 200 },
    async (scene) => ({ ...(await ofCourse(scene)), body: { title: 'Other' } }),
    'of a course',
  ),
  row(contract.removeAssignment, toStaff(204, 'forbidden'), assignment),
  row(
    contract.removeAssignment,
    { ...toStaff('forbidden', 'forbidden'), administrator: 204 },
    ofCourse,
    'of a course',
  ),
  row(contract.submitAssignment, toStaff('forbidden', 201), async (scene) => ({
    ...(await assignment(scene)),
    body: { text: 'Mine.' },
  })),
  row(contract.listSubmissions, toStaff(200, 'forbidden'), async (scene) => ({
    params: { id: (await classroom(scene)).id },
  })),
  row(contract.decideSubmission, toStaff(200, 'forbidden'), async (scene) => ({
    ...(await submission(scene)),
    body: { state: 'accepted' },
  })),
];
