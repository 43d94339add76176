import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import type { TestPerson } from '../../../support/people/people';
import { assignmentRequestsOf } from '../rigs/assignments-rig';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  teaching = assignmentRequestsOf(run);
});
afterAll(() => run.close());

const buildStudy = {
  kind: 'build_study',
  title: 'Build a study',
  instructions: 'Build a study on memory, for this class.',
} as const;

/** @returns its id */
async function study(owner: TestPerson): Promise<string> {
  const id = timeOrderedId();
  await run.source.query(
    `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes, privacy_level, state)
     VALUES ($1, $2, 'Stroop', 'Colours and words.', 10, 20, 'anonymous', 'ready')`,
    [id, owner._id],
  );
  return id;
}

/** Makes a study, shared as a template with the classrooms. @returns its id */
async function template(owner: TestPerson, ...classroomIds: string[]): Promise<string> {
  const id = await study(owner);
  await run.source.query(
    `INSERT INTO research.template (study_id, changed_at) VALUES ($1, now())`,
    [id],
  );
  for (const classroomId of classroomIds)
    await run.source.query(
      `INSERT INTO research.template_share (study_id, classroom_id, pooled) VALUES ($1, $2, false)`,
      [id, classroomId],
    );
  return id;
}

describe('An assignment to build a study', () => {
  it('names no minutes and no credit, and students see it like other assignments', async () => {
    const { id, instructor, student } = await teaching.scene();
    const made = await teaching.create(instructor, id, buildStudy);
    expect(made).toMatchObject({ ...buildStudy, study: null, minutes: null, credits: null });
    expect(await teaching.list(student, id)).toEqual([{ ...made, waiting: null }]);
    const change = { title: 'Build a small study', due_at: teaching.soon(9e8).toISOString() };
    const path = `/api/assignments/${made._id}/`;
    expect(await teaching.ask(instructor, 'put', path, change)).toMatchObject(change);
    expect(await teaching.told(instructor, 'put', path, { minutes: 30 })).toBe('validation_failed');
    expect(await teaching.told(instructor, 'delete', path)).toBe(204);
    expect(await teaching.list(student, id)).toEqual([]);
  });

  it('names a template as long as that is shared with its classroom', async () => {
    const { id, instructor, student, stranger } = await teaching.scene();
    const study_id = await template(stranger, id);
    const made = await teaching.create(instructor, id, { ...buildStudy, study_id });
    expect(made).toMatchObject({ study: { _id: study_id, title: 'Stroop' }, credits: null });
    expect(await teaching.list(student, id)).toMatchObject([{ study: { title: 'Stroop' } }]);
    await run.source.query(`DELETE FROM research.template_share WHERE study_id = $1`, [study_id]);
    expect(await teaching.list(student, id)).toMatchObject([{ study: null, minutes: null }]);
  });

  it('cannot name a study that is no template of its classroom, even if the instructor owns it', async () => {
    const { id, instructor } = await teaching.scene();
    const own = await study(instructor);
    const elsewhere = await template(instructor, await teaching.classroom());
    for (const study_id of [own, elsewhere, '018f0000-0000-7000-8000-000000000001'])
      expect(
        await teaching.told(instructor, 'post', `/api/classrooms/${id}/assignments/`, {
          ...buildStudy,
          study_id,
        }),
      ).toBe('not_found');
    expect(await teaching.list(instructor, id)).toEqual([]);
  });

  it('cannot belong to a course, and accepts no submission', async () => {
    const { id, courseId, instructor, student, administrator } = await teaching.scene();
    expect(
      await teaching.told(
        administrator,
        'post',
        `/api/courses/${courseId}/assignments/`,
        buildStudy,
      ),
    ).toBe('validation_failed');
    const { _id } = await teaching.create(instructor, id, buildStudy);
    const submitted = teaching.told(student, 'post', `/api/assignments/${_id}/submissions/`, {
      text: 'Mine.',
    });
    expect(await submitted).toBe('not_found');
  });
});
