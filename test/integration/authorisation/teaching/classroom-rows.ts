import * as classrooms from '../../../../contracts/teaching/classrooms';
import * as joining from '../../../../contracts/teaching/joining';
import { newJoinCode } from '../../../../server/teaching/joining/join-code';
import { hours, addMilliseconds } from '../../../../server/platform/concurrency/clock';
import { randomId, timeOrderedId } from '../../../../server/platform/db/ids';
import { unique } from '../../../support/chance/unique';
import type { TestPerson } from '../../../support/people/people';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from '../row';

/**
 * The expected answers about a classroom. Pending and failed researchers request their own
 * classroom, in which they are the instructor. All others request the classroom of the approved
 * researcher. The other researcher is its assistant, and the participant is a student.
 */
const toInstructor = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell }) as const;
const toMembers = (cell: ExpectedAnswer) => ({
  ...toInstructor(cell),
  'other researcher': cell,
  participant: cell,
  'everybody else': 'not_found' as const,
});
const toStaff = (cell: ExpectedAnswer) => ({
  ...toMembers(cell),
  participant: 'forbidden' as const,
});
const toManagers = (cell: ExpectedAnswer) => ({
  ...toStaff(cell),
  'other researcher': 'forbidden' as const,
});

const letIn = async (
  { run }: MatrixCellFixtures,
  room: string,
  { _id }: TestPerson,
  role: string,
) => {
  const member = randomId();
  await run.source.query(
    `INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, joined_on)
     VALUES ($1, $2, $3, $4, '2026-10-01')`,
    [member, room, _id, role],
  );
  return member;
};
/** Makes an open classroom with only its instructor, and its join code. */
async function begun(scene: MatrixCellFixtures) {
  const [id, code] = [timeOrderedId(), newJoinCode()];
  await scene.run.source.query(
    `INSERT INTO identity.classroom (id, title, state, join_code, created_at)
     VALUES ($1, 'Monday group', 'open', $2, $3)`,
    [id, code, scene.run.clock.now()],
  );
  await letIn(scene, id, scene.researcher, 'instructor');
  return { id, code };
}
/** Makes an open classroom with its instructor, an assistant and a student. */
async function classroom(scene: MatrixCellFixtures) {
  const { id } = await begun(scene);
  await letIn(scene, id, scene.cast['other researcher'], 'assistant');
  const student = await letIn(scene, id, scene.cast.participant, 'student');
  return { params: { id }, student };
}
const asked = async (scene: MatrixCellFixtures) => ({ params: (await classroom(scene)).params });
const withBody = (body: object) => async (scene: MatrixCellFixtures) => ({
  ...(await asked(scene)),
  body,
});

async function invited(scene: MatrixCellFixtures) {
  const { id } = (await classroom(scene)).params;
  const invitation = randomId();
  await scene.run.source.query(
    `INSERT INTO identity.classroom_invitation (id, classroom_id, email, role, expires_at)
     VALUES ($1, $2, $3, 'student', $4)`,
    [
      invitation,
      id,
      `invited-${unique()}@people.test`,
      addMilliseconds(scene.run.clock.now(), hours(24)),
    ],
  );
  return { params: { id, invitation } };
}
const given = async (scene: MatrixCellFixtures) => ({ body: { code: (await begun(scene)).code } });

export const classroomMatrixRows: readonly AuthorisationRow[] = [
  row(classrooms.listClassrooms, 200),
  row(
    classrooms.createClassroom,
    {
      pending: 'researcher_not_approved',
      failed: 'researcher_not_approved',
      'everybody else': 201,
    },
    { body: { title: 'Monday group' } },
  ),
  row(classrooms.readClassroom, toMembers(200), asked),
  row(classrooms.changeClassroom, toManagers(200), withBody({ title: 'Tuesday group' })),
  row(classrooms.renewJoinCode, toManagers(201), withBody({})),
  row(classrooms.removeJoinCode, toManagers(204), asked),
  row(classrooms.listMembers, toStaff(200), asked),
  row(classrooms.changeMember, toManagers(200), async (scene) => {
    const { params, student } = await classroom(scene);
    return { params, body: { member: student, role: 'assistant' } };
  }),
  // Another student leaves, or is removed.
  row(classrooms.removeMember, { ...toManagers(204), 'other participant': 204 }, async (scene) => {
    const { params } = await classroom(scene);
    const member = await letIn(scene, params.id, scene.cast['other participant'], 'student');
    return { params: { ...params, member } };
  }),
  row(
    classrooms.inviteMembers,
    { ...toManagers(201), pending: 'researcher_not_approved', failed: 'researcher_not_approved' },
    async (scene) => ({
      ...(await asked(scene)),
      body: { emails: [`invited-${unique()}@people.test`] },
    }),
  ),
  row(classrooms.listInvitations, toStaff(200), invitedTo),
  row(classrooms.withdrawInvitation, toManagers(204), invited),
  row(joining.previewJoin, { unverified: 'email_not_verified', 'everybody else': 200 }, given),
  row(
    joining.joinClassroom,
    { unverified: 'email_not_verified', ...toInstructor(200), 'everybody else': 201 },
    given,
  ),
];

async function invitedTo(scene: MatrixCellFixtures) {
  const { id } = (await invited(scene)).params;
  return { params: { id } };
}
