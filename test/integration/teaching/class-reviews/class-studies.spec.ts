import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

const titles = async (who: TestPerson, classroomId: string) =>
  (await class_.list(who, classroomId)).map(({ title }) => title).toSorted();

describe('The studies of a class', () => {
  it('are listed to students if they are their own or recruit, with the texts of the launch', async () => {
    const { id, instructor, builder, mate, student } = await class_.reviewedClass();
    const terms = { title: 'Stroop', duration_minutes: 10, offers_credit: true };
    const study = await class_.built(builder, id, terms);
    await class_.addToGroup(study, mate);
    await class_.classStudy(mate, id, { title: 'Of the mate' });
    expect(await class_.list(student, id)).toEqual([]);
    expect(await titles(builder, id)).toEqual(['Stroop']);
    expect(await titles(mate, id)).toEqual(['Of the mate', 'Stroop']);
    await class_.approved(builder, instructor, study);
    const session = await class_.session(builder, study);
    expect(await class_.open(builder, session)).toBe(200);
    await class_.change(builder, study, { title: 'Draft of a title', offers_credit: false });
    const [of] = await class_.list(student, id);
    expect(of).toMatchObject({
      ...{ _id: study, ...terms, builders: ['Ada Lovelace', 'Ada Lovelace'], own: false },
      ...{ review: null, review_day: null, recruiting: true, session_id: session },
      ...{ template: null, pooled: false },
    });
    expect((await class_.list(builder, id))[0]).toMatchObject({
      ...{ title: 'Draft of a title', own: true, review: 'changed', recruiting: true },
      ...{ review_day: run.clock.now().toISOString().slice(0, 10), session_id: session },
    });
    expect(
      await class_.told(builder, 'put', `/api/sessions/${session}/`, { state: 'paused' }),
    ).toBe(200);
    expect(await class_.list(student, id)).toEqual([]);
  });

  it('are all listed to staff, with the state of their review and without a session', async () => {
    const { id, instructor, assistant, builder, mate, student } = await class_.reviewedClass();
    const [none, waits, asked, approved, changed] = [
      await class_.classStudy(builder, id, { title: 'none' }),
      await class_.built(builder, id, { title: 'waits' }),
      await class_.built(mate, id, { title: 'asked' }),
      await class_.built(mate, id, { title: 'approved' }),
      await class_.built(student, id, { title: 'changed' }),
    ];
    await class_.submit(builder, waits);
    await class_.submit(mate, asked);
    await class_.decide(instructor, asked, 'changes_asked');
    await class_.approved(mate, instructor, approved);
    await class_.approved(student, instructor, changed);
    await class_.change(student, changed, { description: 'Something else.' });
    expect(await class_.launch(mate, approved)).toBe(200);
    for (const staff of [instructor, assistant]) {
      const all = await class_.list(staff, id);
      expect(Object.fromEntries(all.map(({ _id, review }) => [_id, review]))).toEqual({
        ...{ [none]: 'none', [waits]: 'submitted', [asked]: 'changes_asked' },
        ...{ [approved]: 'approved', [changed]: 'changed' },
      });
      expect(all.every((one) => one.session_id === null && !one.own)).toBe(true);
      expect(all.filter(({ recruiting }) => recruiting).map(({ _id }) => _id)).toEqual([approved]);
    }
  });

  it('recruit only in an open classroom', async () => {
    const { id, instructor, builder, student } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.approved(builder, instructor, study);
    expect(await class_.launch(builder, study)).toBe(200);
    await class_.setState(id, 'closed');
    expect(await class_.list(student, id)).toEqual([]);
    for (const who of [builder, instructor])
      expect(await class_.list(who, id)).toMatchObject([{ recruiting: false, session_id: null }]);
  });

  it('name the template from which they were made', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.classStudy(builder, id);
    await run.source.query(
      `INSERT INTO research.fork (study_id, template_id, template_title, pooled, base, made_at)
       VALUES ($1, NULL, 'Stroop, as taught', true, '{}', now())`,
      [study],
    );
    expect(await class_.list(instructor, id)).toMatchObject([
      { template: { study_id: null, title: 'Stroop, as taught' }, pooled: true },
    ]);
  });

  it('are those of this class only, without archived ones, and only for its members', async () => {
    const { id, builder, student } = await class_.reviewedClass();
    const elsewhere = await class_.reviewedClass();
    await class_.classStudy(elsewhere.builder, elsewhere.id);
    const study = await class_.classStudy(builder, id);
    await class_.must(builder, 'delete', `/api/studies/${study}/`);
    expect(await class_.list(builder, id)).toEqual([]);
    const path = `/api/classrooms/${id}/studies/`;
    for (const who of [elsewhere.student, elsewhere.instructor, await makeResearcher(run.source)])
      expect(await class_.told(who, 'get', path)).toBe('not_found');
    expect(await class_.told(student, 'get', path)).toBe(200);
  });

  it('do not reveal to the staff that a person takes part', async () => {
    const { id, instructor, builder, student } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.approved(builder, instructor, study);
    const session = await class_.session(builder, study);
    await class_.open(builder, session);
    const seen = async () =>
      JSON.stringify([await class_.list(instructor, id), await class_.read(instructor, study)]);
    const before = await seen();
    // Changes what a participation changes: the counts of the session.
    await run.source.query(`UPDATE research.session SET enrolled = 2, started = 1 WHERE id = $1`, [
      session,
    ]);
    expect(await seen()).toBe(before);
    expect(before).not.toContain(session);
    expect(await class_.list(student, id)).toMatchObject([{ session_id: session }]);
  });
});
