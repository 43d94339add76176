import type { Classroom } from '../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
let instructor: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  teaching = classroomRequestsOf(run);
});
afterAll(() => run.close());
beforeEach(async () => void (instructor = await makeResearcher(run.source)));
const read = (who: TestPerson, room: { _id: string }) =>
  teaching.made(teaching.ask<Classroom>('GET', `/api/classrooms/${room._id}/`, who));
const change = (room: { _id: string }, body: object, who = instructor) =>
  teaching.told('PUT', `/api/classrooms/${room._id}/`, who, body);

describe('A classroom of a researcher', () => {
  it('is created as a draft by an approved researcher, its instructor', async () => {
    const room = await teaching.classroom(instructor, { title: 'Monday group' });
    expect(room).toMatchObject({
      title: 'Monday group',
      state: 'draft',
      course: null,
      role: 'instructor',
      instructors: ['Ada Lovelace'],
      counts: { instructors: 1, assistants: 0, students: 0 },
      join_code: null,
    });
    for (const researcher_privilege of [null, false]) {
      const other = await makeResearcher(run.source, { researcher_privilege });
      const body = { title: 'Class' };
      expect(await teaching.told('POST', '/api/classrooms/', other, body)).toBe(
        'researcher_not_approved',
      );
    }
  });

  it('belongs to a course that is a draft or open, or to none', async () => {
    const admin = await teaching.administrator();
    const course = await teaching.courseOf(admin);
    const body = { title: 'Class', course_id: course._id };
    expect((await teaching.classroom(instructor, body)).course).toMatchObject({
      _id: course._id,
      deadline: course.deadline,
      state: 'draft',
    });
    for (const state of ['open', 'closed'])
      await teaching.told('PUT', `/api/courses/${course._id}/`, admin, { state });
    expect(await teaching.told('POST', '/api/classrooms/', instructor, body)).toBe('course_closed');
    const unknown = { title: 'Class', course_id: '018f0000-0000-7000-8000-000000000001' };
    const { body: refused } = await teaching.ask('POST', '/api/classrooms/', instructor, unknown);
    expect(refused).toMatchObject({ code: 'validation_failed', fields: [{ path: 'course_id' }] });
  });

  it('opens only while its course is offered', async () => {
    const admin = await teaching.administrator();
    const course = await teaching.courseOf(admin);
    const room = await teaching.classroom(instructor, { course_id: course._id });
    for (const state of ['open', 'closed'])
      await teaching.told('PUT', `/api/courses/${course._id}/`, admin, { state });
    expect(await change(room, { state: 'open' })).toBe('course_closed');
    expect(await change(room, { title: 'Renamed' })).toBe(200);
    expect(await change(room, { course_id: null })).toBe(200);
    expect(await change(room, { state: 'open' })).toBe(200);
  });

  it('changes its state in the allowed order only', async () => {
    const room = await teaching.classroom(instructor);
    const asked = [];
    for (const state of [
      'closed',
      'open',
      'archived',
      'closed',
      'open',
      'closed',
      'archived',
      'open',
    ])
      asked.push(await change(room, { state }));
    const refused = 'illegal_transition';
    expect(asked).toEqual([refused, 200, refused, 200, 200, 200, 200, refused]);
    expect(await change(room, { title: 'Other' })).toBe('illegal_transition');
  });

  it('can change its course only as a draft without students', async () => {
    const course = await teaching.courseOf(await teaching.administrator());
    const room = await teaching.classroom(instructor);
    const move = { course_id: course._id };
    const member = await teaching.letIn(room, await makePerson(run.source));
    expect(await change(room, move)).toBe('illegal_transition');
    await teaching.told('DELETE', `/api/classrooms/${room._id}/members/${member}/`, instructor);
    expect(await change(room, move)).toBe(200);
    expect(await change(room, { state: 'open', ...move })).toBe(200);
    expect(await change(room, { course_id: null })).toBe('illegal_transition');
  });

  it('loses its join code and its invitations when it is archived', async () => {
    const room = await teaching.classroom(instructor);
    await teaching.code(instructor, room);
    await teaching.invite(instructor, room, ['new@people.test']);
    expect(await change(room, { state: 'archived' })).toBe(200);
    expect((await read(instructor, room)).join_code).toBeNull();
    expect(await teaching.invitationOf(room, 'new@people.test')).toBeUndefined();
    const path = `/api/classrooms/${room._id}`;
    expect(await teaching.told('POST', `${path}/join-code/`, instructor, {})).toBe(
      'classroom_closed',
    );
    const body = { emails: ['next@people.test'] };
    expect(await teaching.told('POST', `${path}/invitations/`, instructor, body)).toBe(
      'classroom_closed',
    );
  });

  it('forgets former members when it is archived', async () => {
    const room = await teaching.classroom(instructor);
    const member = await teaching.letIn(room, await makePerson(run.source));
    await teaching.told('DELETE', `/api/classrooms/${room._id}/members/${member}/`, instructor);
    const former = () =>
      run.source.query(`SELECT role FROM identity.former_member WHERE classroom_id = $1`, [
        room._id,
      ]);
    expect(await former()).toEqual([{ role: 'student' }]);
    expect(await change(room, { state: 'archived' })).toBe(200);
    expect(await former()).toEqual([]);
  });

  it('shows a student neither counts nor join code, and a stranger nothing', async () => {
    const { instructor: teacher, room, code } = await teaching.openClassroom();
    const [student, assistant] = [await makePerson(run.source), await makePerson(run.source)];
    expect(await teaching.join(student, code, { student_number: 'S-7' })).toBe(201);
    await teaching.letIn(room, assistant, 'assistant');
    const seen = await read(student, room);
    expect(seen).toMatchObject({ role: 'student', student_number: 'S-7' });
    expect([seen.counts, seen.join_code]).toEqual([null, null]);
    for (const staff of [teacher, assistant])
      expect(await read(staff, room)).toMatchObject({
        join_code: { code },
        counts: { instructors: 1, assistants: 1, students: 1 },
      });
    const stranger = await makeResearcher(run.source);
    const path = `/api/classrooms/${room._id}/`;
    expect(await teaching.told('GET', path, stranger)).toBe('not_found');
    expect(await teaching.told('PUT', path, stranger, { title: 'Mine' })).toBe('not_found');
    expect(await teaching.told('PUT', path, assistant, { title: 'Mine' })).toBe('forbidden');
    expect(await teaching.told('PUT', path, student, { title: 'Mine' })).toBe('forbidden');
  });

  it('is refused to an account that has the allowed number of classrooms, until one of them is archived', async () => {
    await run.source.query(
      `WITH rooms AS (INSERT INTO identity.classroom (id, title)
         SELECT gen_random_uuid(), 'Class' FROM generate_series(1, $2::int) RETURNING id)
       INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, joined_on)
       SELECT gen_random_uuid(), id, $1, 'student', '2026-10-01' FROM rooms`,
      [instructor._id, teachingLimits.classrooms - 1],
    );
    const asked = await Promise.all(
      [1, 2].map(() => teaching.told('POST', '/api/classrooms/', instructor, { title: 'Class' })),
    );
    expect(asked.sort()).toEqual([201, 'too_many_classrooms']);
    const { code } = await teaching.openClassroom();
    expect(await teaching.join(instructor, code)).toBe('too_many_classrooms');
    await run.source.query(
      `UPDATE identity.classroom SET state = 'archived', archived_at = now() WHERE id = (
         SELECT classroom_id FROM identity.classroom_member WHERE account_id = $1 LIMIT 1)`,
      [instructor._id],
    );
    expect(await teaching.join(instructor, code)).toBe(201);
  });
});

describe('The list of a person’s classrooms', () => {
  it('is read in pages, newest first, and filtered by role and state', async () => {
    const own = [];
    for (let n = 0; n < 3; n++) own.push((await teaching.classroom(instructor))._id);
    const other = await teaching.openClassroom();
    expect(await teaching.join(instructor, other.code)).toBe(201);
    const page = (query: string) =>
      teaching.made(
        teaching.ask<{ items: Classroom[]; next_cursor: string | null }>(
          'GET',
          `/api/classrooms/?${query}`,
          instructor,
        ),
      );
    const first = await page('role=instructor&limit=2');
    const second = await page(`role=instructor&limit=2&cursor=${first.next_cursor ?? ''}`);
    const found = [...first.items, ...second.items].map(({ _id }) => _id);
    expect([found, second.next_cursor]).toEqual([own.reverse(), null]);
    expect((await page('state=open')).items.map(({ _id }) => _id)).toEqual([other.room._id]);
  });
});
