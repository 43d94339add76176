/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { z } from 'zod';
import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import type { ClassroomRole, ClassroomState } from '../../../../contracts/teaching/classrooms';
import { RosterNamesRead } from '../../../../server/enrolment/rosters/roster-names.read';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { creditRequestsOf } from '../rigs/credits-rig';

let run: RunningApp;
let credits: ReturnType<typeof creditRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

type Line = z.output<typeof RosterEntry>;
const linesOf = async (
  r: RecruitingStudy,
  who = r.researcher,
  query: object = { names: 'true' },
): Promise<Line[]> =>
  (
    await bodyOf<{ items: Line[] }>(
      run
        .http()
        .get(`/api/sessions/${r.session_id}/roster/`)
        .query(query)
        .set(who.headers)
        .expect(200),
    )
  ).items;
const accessesOf = async (who: TestPerson) =>
  (
    await bodyOf<{ items: object[] }>(
      run.http().get('/api/roster-accesses/').set(who.headers).expect(200),
    )
  ).items;
const emailsOf = (lines: readonly Line[]) => lines.map(({ email }) => email);

/** Makes a study whose owner teaches one of its two participants, both of whom completed it. */
async function scene({
  level = 'roster_on_start',
  role = 'instructor',
  state = 'open',
}: { level?: string; role?: ClassroomRole; state?: ClassroomState } = {}) {
  const classroomId = await credits.classroom(null, state);
  const owner = await makeResearcher(run.source);
  await credits.join(classroomId, owner, role);
  const student = await credits.student(classroomId);
  const stranger = await makePerson(run.source);
  const r = await recruit(run, { privacy_level: level, researcher: owner });
  for (const person of [student, stranger]) await credits.completed(r, person);
  return { classroomId, owner, student, stranger, r };
}
const remove = (classroomId: string, person: TestPerson) =>
  run.source.query(
    `DELETE FROM identity.classroom_member WHERE classroom_id = $1 AND account_id = $2`,
    [classroomId, person._id],
  );
const archive = (classroomId: string) =>
  run.source.query(
    `UPDATE identity.classroom SET state = 'archived', archived_at = now() WHERE id = $1`,
    [classroomId],
  );

describe('A roster whose owner teaches a participant', () => {
  it.each(
    ['roster_on_start', 'roster_on_completion'].flatMap((level) =>
      (['instructor', 'assistant'] as const).map((role) => ({ level, role })),
    ),
  )(
    'withholds the names of own students from an $role ($level), and records no access',
    async ({ level, role }) => {
      const { r, student, stranger } = await scene({ level, role });
      const lines = await linesOf(r);
      const named = lines.find(({ email }) => email === stranger.email);
      expect(named).toMatchObject({ first_name: 'Ada', participation_id: expect.any(String) });
      expect(named?.minutes).not.toBeNull();
      const { entry: _, tag: _t, ...other } = lines.find((line) => line !== named) ?? {};
      expect(other).toEqual({
        participation_id: null,
        state: 'completed',
        day: run.clock.now().toISOString().slice(0, 10),
        since: null,
        minutes: null,
        data_withdrawn_on: null,
        first_name: null,
        last_name: null,
        email: null,
      });
      expect(JSON.stringify(lines)).not.toContain(student.email);
      expect(await accessesOf(student)).toEqual([]);
      expect(await accessesOf(stranger)).toHaveLength(1);
    },
  );

  it('shows no minutes while names are not opened, so that they identify nobody', async () => {
    const { r } = await scene();
    const lines = await linesOf(r, r.researcher, { names: 'false' });
    expect(lines.map(({ minutes }) => minutes)).toEqual([null, null]);
  });

  it('names the participants to a colleague who teaches none of them', async () => {
    const { r, student, stranger } = await scene();
    const other = await recruit(run, { privacy_level: 'roster_on_start' });
    await credits.completed(other, student);
    expect(emailsOf(await linesOf(other))).toEqual([student.email]);
    expect(emailsOf(await linesOf(r)).filter((email) => email !== null)).toEqual([stranger.email]);
  });

  it('withholds names in a draft and a closed classroom, but not once it is archived', async () => {
    for (const state of ['draft', 'closed'] as const) {
      const { r, classroomId, student } = await scene({ state });
      expect(emailsOf(await linesOf(r))).not.toContain(student.email);
      await archive(classroomId);
      expect(emailsOf(await linesOf(r))).toContain(student.email);
      expect(await accessesOf(student)).toHaveLength(1);
    }
  });

  type Change = (classroomId: string, owner: TestPerson, student: TestPerson) => Promise<unknown>;
  it.each<[string, Change]>([
    ['the instructor left', (id, owner) => remove(id, owner)],
    ['the student was removed', (id, _, student) => remove(id, student)],
    [
      'the instructor became a student',
      (_, owner) =>
        run.source.query(
          `UPDATE identity.classroom_member SET role = 'student' WHERE account_id = $1`,
          [owner._id],
        ),
    ],
    [
      'the instructor left and came back',
      async (id, owner) => {
        await remove(id, owner);
        await credits.join(id, owner, 'instructor');
      },
    ],
  ])('withholds after %s, until the classroom is archived', async (_, change) => {
    const { r, classroomId, student, owner } = await scene();
    await change(classroomId, owner, student);
    expect(emailsOf(await linesOf(r))).not.toContain(student.email);
    await archive(classroomId);
    expect(emailsOf(await linesOf(r))).toContain(student.email);
  });

  it('shows students the names that the privacy level allows, since they teach nobody', async () => {
    const classroomId = await credits.classroom(null);
    const [one, other] = [await makeResearcher(run.source), await credits.student(classroomId)];
    await credits.join(classroomId, one, 'student');
    const r = await recruit(run, { privacy_level: 'roster_on_start', researcher: one });
    await credits.completed(r, other);
    expect(emailsOf(await linesOf(r))).toEqual([other.email]);
  });

  it('withholds names from the second sheet of a disbursement log, which reads names by tag', async () => {
    const { r, student, stranger, owner } = await scene();
    const tags = new Set((await linesOf(r)).map(({ tag }) => tag));
    const names = await run.app.get(RosterNamesRead, { strict: false }).open(r.session_id, tags, {
      researcherId: owner._id,
      mayLearnNames: true,
      requestId: '00000000-0000-4000-8000-000000000000',
    });
    expect([...names.values()].map(({ email }) => email)).toEqual([stranger.email]);
    expect(await accessesOf(student)).toEqual([]);
  });
});

describe('A deleted account', () => {
  it('leaves no trace of its memberships', async () => {
    const { classroomId, student } = await scene();
    await remove(classroomId, student);
    const traces = () =>
      run.source.query(`SELECT role FROM identity.former_member WHERE account_id = $1`, [
        student._id,
      ]);
    expect(await traces()).toEqual([{ role: 'student' }]);
    await credits.join(classroomId, student, 'student');
    await run.source.query(`DELETE FROM identity.account WHERE id = $1`, [student._id]);
    expect(await traces()).toEqual([]);
  });
});
