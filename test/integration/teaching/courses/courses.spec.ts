import { CourseSummary, type Course } from '../../../../contracts/teaching/courses';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { unique } from '../../../support/chance/unique';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
let admin: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  teaching = classroomRequestsOf(run);
  admin = await teaching.administrator();
});
afterAll(() => run.close());
const change = (course: { _id: string }, body: object) =>
  teaching.told('PUT', `/api/courses/${course._id}/`, admin, body);
const read = (course: { _id: string }) =>
  teaching.made(teaching.ask<Course>('GET', `/api/courses/${course._id}/`, admin));

describe('A course that administrators manage', () => {
  it('begins as a draft, only for administrators', async () => {
    const course = await teaching.courseOf(admin, { organization: '' });
    expect(course).toMatchObject({
      state: 'draft',
      organization: null,
      classrooms: 0,
      students: 0,
    });
    const researcher = await makeResearcher(run.source);
    const path = `/api/courses/${course._id}/`;
    expect(await teaching.told('GET', path, researcher)).toBe('forbidden');
    expect(await teaching.told('PUT', path, researcher, { title: 'Mine' })).toBe('forbidden');
  });

  it('changes its state in the allowed order only', async () => {
    const course = await teaching.courseOf(admin);
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
      asked.push(await change(course, { state }));
    const refused = 'illegal_transition';
    expect(asked).toEqual([refused, 200, refused, 200, 200, 200, 200, refused]);
    expect(await change(course, { title: 'Other' })).toBe('course_closed');
  });

  it('that asks for credits opens once it has an alternative assignment, of its own or of a classroom', async () => {
    for (const owner of ['course', 'classroom'] as const) {
      const course = await teaching.courseOf(admin, { required_credits: 400 });
      const room = await teaching.classroom(await makeResearcher(run.source), {
        course_id: course._id,
      });
      expect(await change(course, { state: 'open' })).toBe('alternative_missing');
      await teaching.alternative({ [owner]: owner === 'course' ? course._id : room._id });
      expect(await change(course, { state: 'open' })).toBe(200);
      expect(await read(course)).toMatchObject({ alternatives: 1, classrooms: 1 });
    }
  });

  it('that is open asks for credits only with an alternative assignment', async () => {
    const course = await teaching.courseOf(admin);
    expect(await change(course, { state: 'open' })).toBe(200);
    expect(await change(course, { required_credits: 100 })).toBe('alternative_missing');
    await teaching.alternative({ course: course._id });
    expect(await change(course, { required_credits: 100 })).toBe(200);
  });

  it('keeps its last alternative assignment: a draft classroom that has it cannot leave the course', async () => {
    const course = await teaching.courseOf(admin, { required_credits: 400 });
    const instructor = await makeResearcher(run.source);
    const room = await teaching.classroom(instructor, { course_id: course._id });
    await teaching.alternative({ classroom: room._id });
    expect(await change(course, { state: 'open' })).toBe(200);
    const leave = () =>
      teaching.told('PUT', `/api/classrooms/${room._id}/`, instructor, { course_id: null });
    expect(await leave()).toBe('alternative_missing');
    await teaching.alternative({ course: course._id });
    expect(await leave()).toBe(200);
  });

  it('opens no classroom whose students would have no alternative assignment', async () => {
    const course = await teaching.courseOf(admin, { required_credits: 400 });
    const instructor = await makeResearcher(run.source);
    const of = { course_id: course._id };
    const [first, second] = [
      await teaching.classroom(instructor, of),
      await teaching.classroom(instructor, of),
    ];
    await teaching.alternative({ classroom: first._id });
    expect(await teaching.setState(instructor, second, 'open')).toBe(200);
    expect(await change(course, { state: 'open' })).toBe('alternative_missing');
    expect(await teaching.setState(instructor, second, 'closed')).toBe(200);
    expect(await change(course, { state: 'open' })).toBe(200);
    expect(await teaching.setState(instructor, first, 'open')).toBe(200);
    expect(await teaching.setState(instructor, second, 'open')).toBe('alternative_missing');
    await teaching.alternative({ course: course._id });
    expect(await teaching.setState(instructor, second, 'open')).toBe(200);
  });

  it('has no alternative assignment in a classroom that is archived', async () => {
    const course = await teaching.courseOf(admin, { required_credits: 400 });
    const instructor = await makeResearcher(run.source);
    const room = await teaching.classroom(instructor, { course_id: course._id });
    await teaching.alternative({ classroom: room._id });
    expect(await teaching.setState(instructor, room, 'archived')).toBe(200);
    expect(await change(course, { state: 'open' })).toBe('alternative_missing');
    expect(await read(course)).toMatchObject({ alternatives: 0 });
  });

  it('cannot change the credit for an hour of work once it is open', async () => {
    const course = await teaching.courseOf(admin);
    expect(await change(course, { credits_per_hour: 50 })).toBe(200);
    expect(await change(course, { state: 'open' })).toBe(200);
    expect(await change(course, { credits_per_hour: 60 })).toBe('illegal_transition');
    expect(await change(course, { credits_per_hour: 50, title: 'Psychology 2' })).toBe(200);
    expect(await read(course)).toMatchObject({ credits_per_hour: 50, title: 'Psychology 2' });
  });

  it('cannot change the credit for an hour of work once credit was granted, also as a draft', async () => {
    const course = await teaching.courseOf(admin);
    await run.source.query(
      `INSERT INTO identity.credit (id, source_key, source, student_key, quarters, course_id)
       VALUES (gen_random_uuid(), $1, 'alternative', $1, 2, $2)`,
      [Buffer.from(unique()), course._id],
    );
    expect(await change(course, { credits_per_hour: 60 })).toBe('illegal_transition');
    expect(await change(course, { term: 'Summer 2027' })).toBe(200);
  });

  it.each([
    ['created', () => teaching.newCourse(admin, { deadline: teaching.inDays(-1) })],
    [
      'changed',
      async () =>
        teaching.ask('PUT', `/api/courses/${(await teaching.courseOf(admin))._id}/`, admin, {
          deadline: teaching.inDays(-1),
        }),
    ],
    [
      'repeated',
      async () =>
        teaching.ask(
          'POST',
          `/api/courses/${(await teaching.courseOf(admin))._id}/copies/`,
          admin,
          {
            term: 'Next',
            deadline: teaching.inDays(-1),
          },
        ),
    ],
  ])('is not %s with a deadline that has passed', async (_, asked) => {
    const { status, body } = await asked();
    expect([status, body.fields?.map(({ path, code }) => [path, code])]).toEqual([
      400,
      [['deadline', 'in_the_past']],
    ]);
  });

  it('can move its deadline while it is a draft or open', async () => {
    const course = await teaching.courseOf(admin);
    const deadline = teaching.inDays(90);
    expect(await change(course, { deadline })).toBe(200);
    await change(course, { state: 'open' });
    await change(course, { state: 'closed' });
    expect(await change(course, { deadline: teaching.inDays(91) })).toBe('course_closed');
    expect((await read(course)).deadline).toBe(deadline);
  });

  it('counts a student of two of its classrooms once', async () => {
    const course = await teaching.courseOf(admin);
    const instructor = await makeResearcher(run.source);
    const person = await makePerson(run.source);
    for (let n = 0; n < 2; n++)
      await teaching.letIn(await teaching.classroom(instructor, { course_id: course._id }), person);
    expect(await read(course)).toMatchObject({ classrooms: 2, students: 1 });
  });

  it('is repeated as a draft with the same terms and copies of its own alternative assignments', async () => {
    const course = await teaching.courseOf(admin, { required_credits: 400 });
    await teaching.alternative({ course: course._id });
    await change(course, { state: 'open' });
    const next = await teaching.made(
      teaching.ask<Course>('POST', `/api/courses/${course._id}/copies/`, admin, {
        term: 'Summer 2027',
        deadline: teaching.inDays(200),
      }),
    );
    expect(next).toMatchObject({
      state: 'draft',
      title: course.title,
      term: 'Summer 2027',
      required_credits: 400,
      alternatives: 1,
      classrooms: 0,
    });
    const dates: { due_at: Date | null }[] = await run.source.query(
      `SELECT due_at FROM identity.assignment WHERE course_id = $1`,
      [next._id],
    );
    expect(dates).toEqual([{ due_at: null }]);
  });

  it('writes its creation, repetition and changes to the audit log, and none if nothing changes', async () => {
    const course = await teaching.courseOf(admin);
    await change(course, { state: 'open' });
    await change(course, { state: 'open', title: course.title });
    const rows: { action: string; details: object }[] = await run.source.query(
      `SELECT action, details FROM platform.audit WHERE details->>'course_id' = $1 ORDER BY id`,
      [course._id],
    );
    expect(rows).toEqual([
      { action: 'course-created', details: { course_id: course._id } },
      { action: 'course-changed', details: { course_id: course._id, state: 'open' } },
    ]);
  });
});

describe('The list of courses', () => {
  it('is read in pages, the latest deadline first, and filtered by text and state', async () => {
    const word = unique();
    const all = [];
    for (const days of [10, 30, 20])
      all.push(
        await teaching.courseOf(admin, { title: `Größe ${word}`, deadline: teaching.inDays(days) }),
      );
    await change(all[0] ?? { _id: '' }, { state: 'open' });
    const page = (query: string) =>
      teaching.made(
        teaching.ask<{ items: Course[]; next_cursor: string | null }>(
          'GET',
          `/api/courses/?text=${encodeURIComponent(`groesse ${word}`.replace('oe', 'o'))}&${query}`,
          admin,
        ),
      );
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.next_cursor ?? ''}`);
    expect(second.next_cursor).toBeNull();
    const found = [...first.items, ...second.items].map(({ _id }) => _id);
    expect(found).toEqual([all[1], all[2], all[0]].map((one) => one?._id));
    expect((await page('state=open')).items).toHaveLength(1);
  });

  it('offers researchers the terms of drafts and open courses', async () => {
    const word = unique();
    const [draft, closed] = [
      await teaching.courseOf(admin, { title: `A ${word}` }),
      await teaching.courseOf(admin, { title: `B ${word}` }),
    ];
    await change(closed, { state: 'open' });
    await change(closed, { state: 'closed' });
    const { items } = await teaching.made(
      teaching.ask<{ items: object[] }>(
        'GET',
        `/api/courses/offered/?text=${word}`,
        await makeResearcher(run.source),
      ),
    );
    expect(items).toEqual([CourseSummary.parse(draft)]);
  });

  it('refuses an invalid cursor and an invalid search text', async () => {
    const position = {
      deadline: '0000-01-01T00:00:00Z',
      id: '00000000-0000-4000-8000-000000000000',
    };
    const long = `cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`;
    for (const query of ['cursor=nonsense', long, 'text=%00', 'limit=0'])
      expect(await teaching.told('GET', `/api/courses/?${query}`, admin)).toBe('validation_failed');
  });
});
