import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { classConsentForm, classReviewRequestsOf } from '../rigs/reviews-rig';
import { insertTeachingRowsOf } from '../rigs/taught-rows';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

interface Form {
  version: number;
  state: string;
  title: string;
  body_markdown: string;
}
const formsOf = (study: string): Promise<Form[]> =>
  run.source.query(
    `SELECT version, state, title, body_markdown FROM research.consent WHERE study_id = $1 ORDER BY version`,
    [study],
  );

describe('The consent form of a study of a class', () => {
  it('is that of the class, and the submission puts it in force', async () => {
    const { id, builder, instructor } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    expect(await formsOf(study)).toEqual([]);
    await class_.submit(builder, study);
    const [form, ...others] = await formsOf(study);
    expect(others).toEqual([]);
    expect(form).toMatchObject({ version: 1, state: 'valid', body_markdown: classConsentForm });
    expect(form?.title).toMatch(/^Consent form of /);
    await class_.decide(instructor, study, 'changes_asked');
    await class_.change(builder, study, { title: 'Changed' });
    await class_.submit(builder, study);
    expect(await formsOf(study)).toHaveLength(1);
  });

  it('is that of the course if the course has one', async () => {
    const { id, builder } = await class_.reviewedClass();
    const courseId = await insertTeachingRowsOf(run).course();
    await run.source.query(
      `UPDATE identity.course SET consent_text = 'The course asks.' WHERE id = $1`,
      [courseId],
    );
    await run.source.query(`UPDATE identity.classroom SET course_id = $2 WHERE id = $1`, [
      id,
      courseId,
    ]);
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    expect(await formsOf(study)).toMatchObject([{ body_markdown: 'The course asks.' }]);
  });

  it('is missing when the class has none, and the study cannot be submitted', async () => {
    const { id, builder } = await class_.reviewedClass();
    await run.source.query(`UPDATE identity.classroom SET consent_text = NULL WHERE id = $1`, [id]);
    const study = await class_.built(builder, id);
    expect(await class_.told(builder, 'post', class_.at(study), {})).toBe('consent_missing');
    expect(await class_.read(builder, study)).toMatchObject({ state: 'none', submitted: null });
  });

  it('says for a copy with pooled answers that the answers of all groups are put together, in the language of the submitter', async () => {
    const { id, builder } = await class_.reviewedClass();
    const pooled = async () => {
      const study = await class_.built(builder, id);
      await run.source.query(
        `INSERT INTO research.fork (study_id, template_title, pooled, base, made_at)
         VALUES ($1, 'Stroop', true, '{}', now())`,
        [study],
      );
      return study;
    };
    const english = await pooled();
    await class_.submit(builder, english);
    const [form] = await formsOf(english);
    expect(form?.body_markdown).toMatch(
      new RegExp(`^${classConsentForm}\n\nThe class puts the answers of all groups`),
    );
    const german = await pooled();
    await run
      .http()
      .post(class_.at(german))
      .set({ ...builder.headers, 'accept-language': 'de' })
      .send({})
      .expect(201);
    expect((await formsOf(german))[0]?.body_markdown).toContain(
      'Die Klasse führt die Antworten aller Gruppen',
    );
  });

  it('remains the approved one when the class is renamed', async () => {
    const { id, builder, instructor } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.approved(builder, instructor, study);
    await run.source.query(`UPDATE identity.classroom SET title = 'Renamed' WHERE id = $1`, [id]);
    expect(await class_.told(builder, 'post', class_.at(study), {})).toBe('illegal_transition');
    expect(await formsOf(study)).toHaveLength(1);
    expect(await class_.launch(builder, study)).toBe(200);
  });
});
