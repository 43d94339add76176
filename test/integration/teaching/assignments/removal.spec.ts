import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { alternativeBody, takeStudyBody, assignmentRequestsOf } from '../rigs/assignments-rig';
import type { CourseOptions } from '../rigs/taught-rows';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  teaching = assignmentRequestsOf(run);
});
afterAll(() => run.close());

const remove = (who: Parameters<typeof teaching.told>[0], id: string) =>
  teaching.told(who, 'delete', `/api/assignments/${id}/`);

describe('An alternative assignment of an open course that asks for credits', () => {
  it('cannot be removed if it is the last one, of the course and its classrooms together', async () => {
    const { id, courseId, instructor, administrator } = await teaching.scene();
    const ofCourse = await teaching.createInCourse(administrator, courseId ?? '');
    expect(await remove(administrator, ofCourse._id)).toBe('alternative_missing');
    await teaching.create(instructor, id, takeStudyBody);
    expect(await remove(administrator, ofCourse._id)).toBe('alternative_missing');
    const ofClassroom = await teaching.create(instructor, id);
    expect(await remove(administrator, ofCourse._id)).toBe(204);
    expect(await remove(instructor, ofClassroom._id)).toBe('alternative_missing');
    expect(await teaching.list(instructor, id)).toHaveLength(2);
  });

  it('remains once if requests remove both of the last two at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, courseId, instructor, administrator } = await teaching.scene();
      const ofCourse = await teaching.createInCourse(administrator, courseId ?? '');
      const ofClassroom = await teaching.create(instructor, id);
      const answers = await Promise.all([
        remove(administrator, ofCourse._id),
        remove(instructor, ofClassroom._id),
      ]);
      expect([...answers].sort()).toEqual([204, 'alternative_missing']);
      expect(await teaching.list(instructor, id)).toHaveLength(1);
    }
  });

  it.each<[string, CourseOptions]>([
    ['asks for no credits', { required: 0 }],
    ['is a draft', { state: 'draft' }],
    ['is closed', { state: 'closed' }],
  ])('can be removed from a course that %s', async (_, options) => {
    const { courseId, administrator } = await teaching.scene(await teaching.course(options));
    const id = randomUUID();
    await run.source.query(
      `INSERT INTO identity.assignment (id, course_id, kind, title, instructions, minutes)
       VALUES ($1, $2, 'alternative', 'Old', 'Read.', 30)`,
      [id, courseId],
    );
    expect(await remove(administrator, id)).toBe(204);
  });
});

describe('An assignment with a submission', () => {
  it('cannot be removed, and keeps its minutes; its words and dates may change', async () => {
    const { id, instructor, student } = await teaching.scene();
    await teaching.create(instructor, id);
    const { _id } = await teaching.create(instructor, id);
    await teaching.submit(student, _id);
    const path = `/api/assignments/${_id}/`;
    const refused = await teaching.call<{ description: string }>(instructor, 'delete', path);
    expect(refused).toMatchObject({ status: 409, body: { code: 'illegal_transition' } });
    expect(refused.body.description).toContain('handed in');
    expect(await teaching.told(instructor, 'put', path, { minutes: 45 })).toBe(
      'illegal_transition',
    );
    const { minutes } = alternativeBody;
    expect(await teaching.told(instructor, 'put', path, { minutes, title: 'New' })).toBe(200);
    expect(await teaching.list(student, id)).toMatchObject([{}, { title: 'New', minutes }]);
  });

  it('is either removed before the work is handed in, or stays with that work', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, instructor, student } = await teaching.scene(null);
      const { _id } = await teaching.create(instructor, id);
      const [removed, handedIn] = await Promise.all([
        remove(instructor, _id),
        teaching.told(student, 'post', `/api/assignments/${_id}/submissions/`, { text: 'Mine.' }),
      ]);
      const left = (await teaching.list(instructor, id)).length;
      expect([
        [204, 'not_found', 0],
        ['illegal_transition', 201, 1],
      ]).toContainEqual([removed, handedIn, left]);
    }
  });
});
