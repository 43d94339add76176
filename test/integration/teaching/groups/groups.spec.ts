import { CommandBus } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import { passOnClassStudy } from '../../../../server/teaching/groups/pass-on';
import { closeUnansweredSessions } from '../../../../server/teaching/groups/settle-groups.job';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../../enrolment/direct-requests';
import { classroomRequestsOf } from '../rigs/classrooms-rig';
import { classStudyCallsOf } from '../rigs/class-studies';

// An application with its own tables, since the job processes all class studies.
const clock = new TestClock();
let run: SeparateApp;
let term: ReturnType<typeof classStudyCallsOf>;
beforeAll(async () => {
  run = await startApp({ clock });
  term = classStudyCallsOf(run);
});
afterAll(() => run.close());

type Role = 'editor' | 'analyst' | 'viewer';
const giveRole = (studyId: string, { _id }: TestPerson, role: Role, daysAgo = 0) =>
  run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
     VALUES ($1, $2, $3, now() - $4 * interval '1 day')`,
    [_id, studyId, role, daysAgo],
  );
const peopleOf = async ({ study_id }: RecruitingStudy) => {
  const [study]: { owner_id: string; state: string; others: string[] }[] = await run.source.query(
    `SELECT s.owner_id, s.state, ARRAY(SELECT c.account_id FROM identity.study_collaborator c
       WHERE c.study_id = s.id ORDER BY c.account_id) AS others
     FROM research.study s WHERE s.id = $1`,
    [study_id],
  );
  if (!study) throw new Error('no such study');
  return study;
};
const sessionOf = async ({ session_id }: RecruitingStudy) => {
  const [session]: { state: string; close_reason: string | null }[] = await run.source.query(
    `SELECT state, close_reason FROM research.session WHERE id = $1`,
    [session_id],
  );
  if (!session) throw new Error('no such session');
  return [session.state, session.close_reason];
};
const open = ['active', null];
const closed = ['closed', 'manual'];

/**
 * Makes a study that a student builds for a class, and that recruits in it. `members` has the ids
 * of the memberships.
 */
async function scene() {
  const classroomId = await term.classroom();
  const instructor = await makeResearcher(run.source);
  await term.join(classroomId, instructor, 'instructor');
  const students = await Promise.all(
    [makeResearcher, makePerson, makePerson, makePerson].map((make) => make(run.source)),
  );
  const [builder, second, third, fourth] = students as [
    TestPerson,
    TestPerson,
    TestPerson,
    TestPerson,
  ];
  const members = new Map<TestPerson, string>();
  for (const student of students) members.set(student, await term.join(classroomId, student));
  const r = await recruit(run, { researcher: builder, reward: null });
  await term.ofClass(r, classroomId);
  const remove = (who: TestPerson, by = instructor) =>
    classroomRequestsOf(run).told(
      'DELETE',
      `/api/classrooms/${classroomId}/members/${members.get(who) ?? ''}/`,
      by,
    );
  return { classroomId, instructor, builder, second, third, fourth, members, r, remove };
}

describe('The study of a student who leaves the class', () => {
  it('passes to the next member of its group: to editors first, then to the member who joined first', async () => {
    const { builder, second, third, fourth, r, remove } = await scene();
    await giveRole(r.study_id, second, 'viewer', 9);
    await giveRole(r.study_id, third, 'editor', 1);
    await giveRole(r.study_id, fourth, 'editor', 2);
    expect(await remove(builder)).toBe(204);
    expect(await term.settle()).toBe(1);
    expect(await peopleOf(r)).toEqual({
      owner_id: fourth._id,
      state: 'ready',
      others: [second._id, third._id].sort(),
    });
    expect(await sessionOf(r)).toEqual(open);
    expect(await term.settle()).toBe(0);
    await remove(fourth, fourth);
    await term.settle();
    expect((await peopleOf(r)).owner_id).toBe(third._id);
  });

  it('has its sessions closed when the group has no other member, and stays until the end of term', async () => {
    const { builder, second, third, r, remove } = await scene();
    const { body } = await injectedRequestsOf(run).enrol(r, third);
    const stranger = await makePerson(run.source);
    await giveRole(r.study_id, stranger, 'editor');
    await remove(builder);
    expect(await term.settle()).toBe(2);
    expect(await sessionOf(r)).toEqual(closed);
    expect(await peopleOf(r)).toMatchObject({ owner_id: builder._id, others: [] });
    const [seat]: { state: string }[] = await run.source.query(
      `SELECT state FROM research.participation WHERE id = $1`,
      [body._id],
    );
    expect(seat?.state).toBe('enrolled');
    expect(await term.settle()).toBe(0);
    await giveRole(r.study_id, second, 'editor');
    expect(await term.settle()).toBe(1);
  });

  it('passes to the next member, too, when the student becomes an assistant', async () => {
    const { classroomId, instructor, builder, second, members, r } = await scene();
    await giveRole(r.study_id, second, 'analyst');
    const change = { member: members.get(builder), role: 'assistant' };
    const path = `/api/classrooms/${classroomId}/members/`;
    expect(await classroomRequestsOf(run).told('POST', path, instructor, change)).toBe(200);
    expect(await term.settle()).toBe(1);
    expect(await peopleOf(r)).toMatchObject({ owner_id: second._id, others: [] });
  });

  it('is not affected when another member of its group leaves', async () => {
    const { builder, second, third, r, remove } = await scene();
    for (const member of [second, third]) await giveRole(r.study_id, member, 'editor');
    await remove(second);
    expect(await term.settle()).toBe(1);
    expect(await peopleOf(r)).toMatchObject({ owner_id: builder._id, others: [third._id] });
    expect(await sessionOf(r)).toEqual(open);
  });

  it('passes to the next member when the account is erased, before its sessions would close', async () => {
    const [grouped, alone] = [await scene(), await scene()];
    await giveRole(grouped.r.study_id, grouped.second, 'editor');
    for (const { builder } of [grouped, alone]) {
      await run.source.query(
        `UPDATE identity.account SET deletion_at = now() - interval '1 minute' WHERE id = $1`,
        [builder._id],
      );
      expect(await run.app.get(CommandBus).execute(new PurgeAccount(builder._id))).toBe(true);
    }
    expect(await peopleOf(grouped.r)).toMatchObject({
      owner_id: grouped.second._id,
      state: 'ready',
    });
    expect(await sessionOf(grouped.r)).toEqual(open);
    expect(await peopleOf(alone.r)).toMatchObject({ state: 'archived' });
    expect(await sessionOf(alone.r)).toEqual(closed);
    expect(await term.settle()).toBe(0);
  });

  it('stays with its new owner when a process read it as left before another one transferred it', async () => {
    const { builder, second, third, r, remove } = await scene();
    for (const member of [second, third]) await giveRole(r.study_id, member, 'editor');
    await remove(builder);
    expect(await term.settle()).toBe(1);
    const settled = await peopleOf(r);
    const asRead = { id: r.study_id, owner_id: builder._id };
    const late = run.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
      const passed = await passOnClassStudy(tx, asRead, run.clock.now());
      return [passed, await closeUnansweredSessions(tx, r.study_id, run.clock.now())];
    });
    expect(await late).toEqual([0, 0]);
    expect(await peopleOf(r)).toEqual(settled);
    expect(await sessionOf(r)).toEqual(open);
  });

  it('stays with its owner who returned to the class before the job transferred it', async () => {
    const { classroomId, builder, second, r, remove } = await scene();
    await giveRole(r.study_id, second, 'editor');
    await remove(builder);
    await term.join(classroomId, builder);
    const asRead = { id: r.study_id, owner_id: builder._id };
    const late = run.app
      .get(UnitOfWork, { strict: false })
      .run((tx) => passOnClassStudy(tx, asRead, run.clock.now()));
    expect(await late).toBe(0);
    expect(await peopleOf(r)).toMatchObject({ owner_id: builder._id });
  });

  it('gets one new owner when two processes settle it at the same moment', async () => {
    const { builder, second, third, r, remove } = await scene();
    for (const member of [second, third]) await giveRole(r.study_id, member, 'editor');
    await remove(builder);
    const settled = await Promise.all([term.settle(), term.settle(), term.settle()]);
    expect(settled.reduce((sum, one) => sum + one, 0)).toBe(1);
    const { owner_id, others } = await peopleOf(r);
    expect([owner_id, ...others].sort()).toEqual([second._id, third._id].sort());
  });
});

describe('A classroom with class studies', () => {
  it('closes the sessions of its class studies when it is archived, and not when it is closed', async () => {
    const { classroomId, instructor, r } = await scene();
    const other = await scene();
    const draft = await run.source.query<{ id: string }[]>(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, classroom_id, start_within_minutes,
         maximum_minutes)
       VALUES (gen_random_uuid(), $1, 'scheduled', 'classroom', 'anonymous', 3, $2, 60, 60) RETURNING id`,
      [r.study_id, classroomId],
    );
    const room = { _id: classroomId };
    expect(await classroomRequestsOf(run).setState(instructor, room, 'closed')).toBe(200);
    expect(await term.settle()).toBe(0);
    expect(await sessionOf(r)).toEqual(open);
    expect(await classroomRequestsOf(run).setState(instructor, room, 'archived')).toBe(200);
    expect(await term.settle()).toBe(1);
    expect(await sessionOf(r)).toEqual(closed);
    expect(await sessionOf({ ...r, session_id: draft[0]?.id ?? '' })).toEqual(['scheduled', null]);
    expect(await sessionOf(other.r)).toEqual(open);
    expect(await term.settle()).toBe(0);
  });
});
