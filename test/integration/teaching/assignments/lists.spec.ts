import type { Assignment } from '../../../../contracts/teaching/assignments';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher } from '../../../support/people/people';
import { makeConsent, makeRecruitingStudy, makeSession, makeStudy } from '../../studies/fixtures';
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

describe('The assignments of a classroom', () => {
  it('are listed by due date, page by page, together with those of the course', async () => {
    const { id, courseId, instructor, student, administrator } = await teaching.scene();
    const make = (title: string, due: number | null) =>
      teaching.create(instructor, id, {
        ...alternativeBody,
        title,
        due_at: due === null ? null : at(due),
      });
    await make('never', null);
    await make('third', 30);
    await make('first', 10);
    await make('never either', null);
    const ofCourse = { ...alternativeBody, title: 'second', due_at: at(20) };
    await teaching.createInCourse(administrator, courseId ?? '', ofCourse);
    const sorted = ['first', 'second', 'third', 'never', 'never either'];
    expect((await teaching.list(student, id)).map(({ title }) => title)).toEqual(sorted);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next: { items: Assignment[]; next_cursor: string | null } = await teaching.ask(
        student,
        'get',
        `/api/classrooms/${id}/assignments/?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      paged.push(...next.items.map(({ title }) => title));
      cursor = next.next_cursor;
    }
    expect(paged).toEqual(sorted);
    const position = { due: '0000-01-01T00:00:00Z', id };
    for (const broken of ['e30', Buffer.from(JSON.stringify(position)).toString('base64url')])
      expect(
        await teaching.told(student, 'get', `/api/classrooms/${id}/assignments/?cursor=${broken}`),
      ).toBe('validation_failed');
  });

  it('show students what has opened, and only their own submissions', async () => {
    const { id, instructor, assistant, student, other, stranger } = await teaching.scene();
    const opensLater = { ...alternativeBody, title: 'Later', opens_at: at(2) };
    await teaching.create(instructor, id, opensLater);
    const { _id } = await teaching.create(instructor, id);
    const submission = await teaching.submit(student, _id, 'By the student.');
    expect(await teaching.list(student, id)).toMatchObject([{ _id, waiting: null, submission }]);
    expect(await teaching.list(other, id)).toMatchObject([
      { _id, waiting: null, submission: null },
    ]);
    for (const who of [instructor, assistant]) {
      const all = await teaching.list(who, id);
      expect(all.map(({ title, waiting }) => [title, waiting]).sort()).toEqual([
        ['Later', 0],
        [alternativeBody.title, 1],
      ]);
      expect(JSON.stringify(all)).not.toContain('By the student.');
    }
    const path = `/api/classrooms/${id}/assignments/`;
    expect(await teaching.told(stranger, 'get', path)).toBe('not_found');
    run.clock.advance(2 * hour);
    expect((await teaching.list(student, id)).map(({ title }) => title)).toContain('Later');
  });

  it('show staff the number that waits in their own classroom, and administrators the number of all', async () => {
    const first = await teaching.scene();
    const second = await teaching.scene(first.courseId);
    const courseId = first.courseId ?? '';
    const { _id } = await teaching.createInCourse(first.administrator, courseId);
    for (const who of [first.student, first.other, second.student]) await teaching.submit(who, _id);
    expect(await teaching.list(first.instructor, first.id)).toMatchObject([{ waiting: 2 }]);
    expect(await teaching.list(second.assistant, second.id)).toMatchObject([{ waiting: 1 }]);
    const ofCourse = await teaching.ask(
      first.administrator,
      'get',
      `/api/courses/${courseId}/assignments/`,
    );
    expect(ofCourse).toMatchObject({ items: [{ waiting: 3, submission: null }] });
  });
});

describe('An assignment to take part in a study', () => {
  it('names a study that its instructor can read: a public one, or a draft of the instructor', async () => {
    const { id, instructor, student } = await teaching.scene();
    const researcher = await makeResearcher(run.source);
    const { study } = await makeRecruitingStudy(run, researcher, { title: 'Public faces' });
    const made = await teaching.create(instructor, id, { ...takeStudyBody, study_id: study });
    expect(made).toMatchObject({ study: { _id: study, title: 'Public faces' }, minutes: null });

    const draft = await makeStudy(run, researcher, { title: 'Secret draft' });
    const create = { ...takeStudyBody, study_id: draft };
    const path = `/api/classrooms/${id}/assignments/`;
    expect(await teaching.told(instructor, 'post', path, create)).toBe('not_found');
    const nowhere = { ...takeStudyBody, study_id: id };
    expect(await teaching.told(instructor, 'post', path, nowhere)).toBe('not_found');
    await teaching.join(id, researcher, 'instructor');
    await teaching.create(researcher, id, create);
    expect((await teaching.list(student, id)).map((one) => one.study?.title)).toEqual([
      'Public faces',
      'Secret draft',
    ]);
  });

  it('shows the texts of its launch, and those of a draft only while an instructor may read it', async () => {
    const { id, student } = await teaching.scene();
    const researcher = await makeResearcher(run.source);
    await teaching.join(id, researcher, 'instructor');
    const study = await makeStudy(run, researcher, { title: 'As launched' });
    const { _id } = await teaching.create(researcher, id, { ...takeStudyBody, study_id: study });
    const leave = () =>
      run.source.query(
        `DELETE FROM identity.classroom_member WHERE classroom_id = $1 AND account_id = $2`,
        [id, researcher._id],
      );
    const shown = async () => (await teaching.list(student, id)).find((one) => one._id === _id);
    await leave();
    expect((await shown())?.study).toBeNull();
    await makeSession(run, study, await makeConsent(run, researcher, study));
    await teaching.ask(researcher, 'put', `/api/studies/${study}/`, { title: 'Changed since' });
    expect((await shown())?.study).toEqual({ _id: study, title: 'As launched' });
  });

  it('remains in the list when its study is archived', async () => {
    const { id, student } = await teaching.scene();
    const researcher = await makeResearcher(run.source);
    await teaching.join(id, researcher, 'instructor');
    const study = await makeStudy(run, researcher, { title: 'Old faces' });
    await teaching.create(researcher, id, { ...takeStudyBody, study_id: study });
    await teaching.ask(researcher, 'delete', `/api/studies/${study}/`);
    expect(await teaching.list(student, id)).toMatchObject([
      { title: takeStudyBody.title, study: { title: 'Old faces' } },
    ]);
  });

  it('is worth as much as an alternative assignment of equal minutes, and nothing if its launch offers no credit', async () => {
    const { id, instructor, student } = await teaching.scene();
    const researcher = await makeResearcher(run.source);
    const of = async (offers_credit: boolean) => {
      const details = { offers_credit, duration_minutes: 30 };
      const { study } = await makeRecruitingStudy(run, researcher, details);
      return teaching.create(instructor, id, { ...takeStudyBody, study_id: study });
    };
    const offered = await of(true);
    const { credits } = await teaching.create(instructor, id);
    expect([offered.credits, credits]).toEqual([50, 50]);
    expect((await of(false)).credits).toBe(0);
    const any = await teaching.create(instructor, id, takeStudyBody);
    expect(any).toMatchObject({ study: null, credits: null });
    expect(
      await teaching.told(student, 'post', `/api/assignments/${any._id}/submissions/`, {
        text: 'x',
      }),
    ).toBe('not_found');
  });
});
