import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import type { Assignment } from '../../../../contracts/teaching/assignments';
import { alternativeBody, takeStudyBody, assignmentRequestsOf } from '../rigs/assignments-rig';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  teaching = assignmentRequestsOf(run);
});
afterAll(() => run.close());

const hour = 3_600_000;
const at = (hours: number) => teaching.soon(hours * hour).toISOString();

describe('An assignment of a classroom', () => {
  it('is created by an instructor, and worth its quarters of an hour at the rate of the course', async () => {
    const course = await teaching.course({ rate: 50 });
    const { id, instructor } = await teaching.scene(course);
    const [opens_at, due_at] = [at(1), at(48)];
    const terms = { ...alternativeBody, minutes: 31, opens_at, due_at };
    expect(await teaching.create(instructor, id, terms)).toMatchObject({
      kind: 'alternative',
      classroom_id: id,
      course_id: null,
      title: alternativeBody.title,
      instructions: alternativeBody.instructions,
      study: null,
      minutes: 31,
      credits: 38,
      opens_at,
      due_at,
      waiting: 0,
      submission: null,
    });
  });

  it('is worth nothing if its classroom has no course', async () => {
    const { id, instructor } = await teaching.scene(null);
    expect(await teaching.create(instructor, id)).toMatchObject({ minutes: 30, credits: null });
  });

  it('is created and changed by instructors only; other members are refused, and others do not find it', async () => {
    const { id, instructor, assistant, student, stranger, administrator } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const calls = [
      ['post', `/api/classrooms/${id}/assignments/`, alternativeBody],
      ['put', `/api/assignments/${_id}/`, { title: 'Other' }],
      ['delete', `/api/assignments/${_id}/`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      for (const who of [assistant, student])
        expect(await teaching.told(who, method, path, body)).toBe('forbidden');
      for (const who of [stranger, administrator])
        expect(await teaching.told(who, method, path, body)).toBe('not_found');
    }
    expect(await teaching.list(instructor, id)).toMatchObject([{ title: alternativeBody.title }]);
  });

  it('cannot be changed in a classroom that is closed or archived', async () => {
    const { id, instructor } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    for (const state of ['closed', 'archived']) {
      await run.source.query(
        `UPDATE identity.classroom SET state = $2, archived_at = CASE WHEN $2 = 'archived' THEN now() END WHERE id = $1`,
        [id, state],
      );
      const created = teaching.told(
        instructor,
        'post',
        `/api/classrooms/${id}/assignments/`,
        alternativeBody,
      );
      expect(await created).toBe('classroom_closed');
      const changed = teaching.told(instructor, 'put', `/api/assignments/${_id}/`, { title: 'x' });
      expect(await changed).toBe('classroom_closed');
    }
    expect(await teaching.list(instructor, id)).toMatchObject([{ title: alternativeBody.title }]);
  });

  it('has to open before it is due, and cannot be due in the past', async () => {
    const { id, instructor } = await teaching.scene();
    const faultOf = async (dates: object) => {
      const path = `/api/classrooms/${id}/assignments/`;
      const answer = await teaching.call<{ fields?: { path: string; code: string }[] }>(
        instructor,
        'post',
        path,
        { ...alternativeBody, ...dates },
      );
      return answer.body.fields?.map(({ path: field, code }) => [field, code]);
    };
    expect(await faultOf({ due_at: at(-1) })).toEqual([['due_at', 'in_the_past']]);
    expect(await faultOf({ opens_at: at(5), due_at: at(4) })).toEqual([
      ['due_at', 'before_opening'],
    ]);
    const moment = at(4);
    expect(await faultOf({ opens_at: moment, due_at: moment })).toEqual([
      ['due_at', 'before_opening'],
    ]);
    expect(await teaching.list(instructor, id)).toEqual([]);
  });

  it('is changed field by field; null removes a date', async () => {
    const { id, instructor } = await teaching.scene();
    const [opens_at, due_at] = [at(1), at(48)];
    const { _id, ...made } = await teaching.create(instructor, id, {
      ...alternativeBody,
      opens_at,
      due_at,
    });
    const change = (body: object) =>
      teaching.ask<Assignment>(instructor, 'put', `/api/assignments/${_id}/`, body);
    expect(await change({ title: 'Another paper', minutes: 60 })).toEqual({
      ...{ ...made, _id, title: 'Another paper' },
      ...{ minutes: 60, credits: 100 },
    });
    expect(await change({ opens_at: null })).toMatchObject({ opens_at: null, due_at });
    for (const dates of [{ opens_at: at(49) }, { due_at: at(-1) }])
      expect(await teaching.told(instructor, 'put', `/api/assignments/${_id}/`, dates)).toBe(
        'validation_failed',
      );
  });

  it('has minutes only if it is an alternative assignment', async () => {
    const { id, instructor } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id, takeStudyBody);
    const { status, body } = await teaching.call(instructor, 'put', `/api/assignments/${_id}/`, {
      minutes: 20,
    });
    expect([status, body]).toMatchObject([
      400,
      { fields: [{ path: 'minutes', code: 'not_allowed' }] },
    ]);
  });

  it('can be one of a hundred at most, also if two are created at the same time', async () => {
    const { id, instructor } = await teaching.scene();
    await run.source.query(
      `INSERT INTO identity.assignment (id, classroom_id, kind, title, instructions)
       SELECT gen_random_uuid(), $1, 'take_study', 'One of many', 'Take part.' FROM generate_series(1, 99)`,
      [id],
    );
    const answers = await Promise.all(
      [1, 2].map(() =>
        teaching.told(instructor, 'post', `/api/classrooms/${id}/assignments/`, alternativeBody),
      ),
    );
    expect(answers.sort()).toEqual([201, 'too_many_assignments']);
  });
});

describe('An alternative assignment of a course', () => {
  it('is managed by administrators only; members of its classrooms are refused, and others do not find it', async () => {
    const { id, courseId, instructor, student, stranger, administrator } = await teaching.scene();
    const { _id } = await teaching.createInCourse(administrator, courseId ?? '');
    const path = `/api/assignments/${_id}/`;
    for (const who of [instructor, student])
      expect(await teaching.told(who, 'put', path, { title: 'Other' })).toBe('forbidden');
    expect(await teaching.told(stranger, 'put', path, { title: 'Other' })).toBe('not_found');
    for (const who of [instructor, student, stranger])
      for (const method of ['get', 'post'] as const)
        expect(
          await teaching.told(
            who,
            method,
            `/api/courses/${courseId}/assignments/`,
            method === 'post' ? alternativeBody : undefined,
          ),
        ).toBe('forbidden');
    expect(await teaching.told(administrator, 'put', path, { title: 'Other' })).toBe(200);
    expect(await teaching.list(student, id)).toMatchObject([{ _id, title: 'Other' }]);
  });

  it('exists in each classroom of the course, and in no other', async () => {
    const first = await teaching.scene();
    const second = await teaching.scene(first.courseId);
    const third = await teaching.scene();
    const { _id } = await teaching.createInCourse(first.administrator, first.courseId ?? '');
    const seen = { _id, classroom_id: null, course_id: first.courseId, credits: 50 };
    expect(await teaching.list(first.student, first.id)).toMatchObject([seen]);
    expect(await teaching.list(second.instructor, second.id)).toMatchObject([seen]);
    expect(await teaching.list(third.instructor, third.id)).toEqual([]);
  });

  it('cannot ask to take part in a study, and cannot be changed in a closed course', async () => {
    const { courseId, administrator } = await teaching.scene();
    const path = `/api/courses/${courseId}/assignments/`;
    expect(await teaching.told(administrator, 'post', path, takeStudyBody)).toBe(
      'validation_failed',
    );
    const { _id } = await teaching.createInCourse(administrator, courseId ?? '');
    await run.source.query(`UPDATE identity.course SET state = 'closed' WHERE id = $1`, [courseId]);
    expect(await teaching.told(administrator, 'post', path, alternativeBody)).toBe('course_closed');
    const change = { title: 'Other' };
    expect(await teaching.told(administrator, 'put', `/api/assignments/${_id}/`, change)).toBe(
      'course_closed',
    );
    expect(await teaching.told(administrator, 'get', `/api/courses/${_id}/assignments/`)).toBe(
      'not_found',
    );
  });
});
