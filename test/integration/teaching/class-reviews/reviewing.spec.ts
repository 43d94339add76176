import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher } from '../../../support/people/people';
import { makeStudy } from '../../studies/fixtures';
import { experimentFiles } from '../../study-files/own-files';
import { classConsentForm, classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

describe('The review of a study of a class', () => {
  it('shows an instructor what a launch would freeze, as it was submitted', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.classStudy(builder, id, {
      ...{ title: 'Stroop', description: 'Colours and words.', duration_minutes: 10 },
      ...{ maximum_minutes: 30, requirements: ['desktop'], offers_credit: true },
    });
    const version = await class_.publish(builder, study, undefined, {
      hosts: ['https://example.org'],
    });
    expect(await class_.read(builder, study)).toMatchObject({
      ...{ state: 'none', own: true, may_decide: false, submitted: null, approved: null },
      present: { content: { title: 'Stroop', consent: null } },
    });
    await class_.submit(builder, study, 'Ready, we think.');
    const review = await class_.read(instructor, study);
    expect(review).toMatchObject({
      ...{ study: { _id: study, title: 'Stroop' }, classroom: { _id: id } },
      ...{ builders: ['Ada Lovelace'], own: false, may_decide: true, state: 'submitted' },
      submitted: { words: 'Ready, we think.', by: 'Ada Lovelace', decided_at: null },
      approved: null,
    });
    expect(review.submitted?.content).toEqual(review.present.content);
    expect(review.submitted?.digest).toBe(review.present.digest);
    expect(review.present.content).toMatchObject({
      ...{ title: 'Stroop', description: 'Colours and words.', duration_minutes: 10 },
      ...{ maximum_minutes: 30, requirements: ['desktop'], offers_credit: true },
      ...{ allow_repeats: false, additional_notes: null, runtime_kind: 'hosted' },
      version: { _id: version._id, number: 1 },
      consent: { text: classConsentForm },
    });
    expect(review.present.content.runtime_settings).toContain(
      'Loads from and sends to https://example.org',
    );
    const files = review.present.content.files.map(({ path }) => path);
    expect(files.toSorted()).toEqual(['data/long.bin', 'img/ä 1.svg', 'index.html', 'js/main.js']);
  });

  it('says how a study runs in the language of its reader', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    const german = await run
      .http()
      .get(class_.at(study))
      .set({ ...instructor.headers, 'accept-language': 'de' });
    const { submitted, present } = german.body as Awaited<ReturnType<typeof class_.read>>;
    expect(submitted?.content.runtime_settings).toContain('Beginnt mit index.html');
    expect(submitted?.content).toEqual(present.content);
  });

  it('goes from a submission to a request for changes, then to a new submission and an approval', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    expect(await class_.launch(builder, study)).toBe('review_needed');
    await class_.submit(builder, study);
    expect(await class_.launch(builder, study)).toBe('review_needed');
    const asked = await class_.decide(instructor, study, 'changes_asked');
    expect(asked).toMatchObject({
      state: 'changes_asked',
      submitted: { decision_words: 'As the instructor says.' },
    });
    expect(await class_.launch(builder, study)).toBe('review_needed');
    await class_.change(builder, study, { title: 'Better' });
    expect(await class_.submit(builder, study)).toMatchObject({ state: 'submitted' });
    expect(await class_.decide(instructor, study, 'approved')).toMatchObject({
      state: 'approved',
      approved: { content: { title: 'Better' } },
    });
    expect(await class_.launch(builder, study)).toBe(200);
  });

  it('can be requested again for an unchanged study, with a comment, after an instructor asked for changes', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    await class_.decide(instructor, study, 'changes_asked');
    expect(await class_.submit(builder, study, 'We meant it so.')).toMatchObject({
      state: 'submitted',
      submitted: { words: 'We meant it so.' },
    });
  });

  it('cannot be requested a second time for an unchanged study, neither while it waits nor once it is approved', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    expect(await class_.told(builder, 'post', class_.at(study), {})).toBe('illegal_transition');
    await class_.decide(instructor, study, 'approved');
    expect(await class_.told(builder, 'post', class_.at(study), {})).toBe('illegal_transition');
  });

  it('has only one waiting submission, which a changed study replaces', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    const seen = await class_.decision(instructor, study, 'approved');
    await class_.change(builder, study, { title: 'Changed' });
    expect(await class_.told(instructor, 'put', class_.at(study), seen)).toBe('version_changed');
    await class_.submit(builder, study);
    expect(await class_.told(instructor, 'put', class_.at(study), seen)).toBe('version_changed');
    const rows: object[] = await run.source.query(
      `SELECT id FROM identity.class_review WHERE study_id = $1`,
      [study],
    );
    expect(rows).toHaveLength(1);
    expect(await class_.decide(instructor, study, 'approved')).toMatchObject({
      submitted: { content: { title: 'Changed' } },
    });
  });

  it('is decided once; only asking for changes withdraws an approval', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    const nothing = { state: 'approved', digest: 'a'.repeat(64) };
    expect(await class_.told(instructor, 'put', class_.at(study), nothing)).toBe(
      'illegal_transition',
    );
    await class_.approved(builder, instructor, study);
    const again = await class_.decision(instructor, study, 'approved');
    expect(await class_.told(instructor, 'put', class_.at(study), again)).toBe(
      'illegal_transition',
    );
    const wrong = { ...again, state: 'changes_asked', digest: 'a'.repeat(64) };
    expect(await class_.told(instructor, 'put', class_.at(study), wrong)).toBe('version_changed');
    expect(await class_.decide(instructor, study, 'changes_asked')).toMatchObject({
      state: 'changes_asked',
      approved: null,
    });
    expect(await class_.launch(builder, study)).toBe('review_needed');
    const once = await class_.decision(instructor, study, 'changes_asked');
    expect(await class_.told(instructor, 'put', class_.at(study), once)).toBe('illegal_transition');
    await class_.submit(builder, study);
    await class_.decide(instructor, study, 'approved');
    expect(await class_.launch(builder, study)).toBe(200);
  });

  it('is available to students who build the study and to the staff of its classroom; others do not find it', async () => {
    const { id, instructor, assistant, builder, mate, student } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.addToGroup(study, mate, 'viewer');
    await class_.submit(builder, study);
    const elsewhere = await class_.reviewedClass();
    const decision = await class_.decision(instructor, study, 'approved');
    for (const who of [student, elsewhere.instructor, await makeResearcher(run.source)]) {
      expect(await class_.told(who, 'get', class_.at(study))).toBe('not_found');
      expect(await class_.told(who, 'put', class_.at(study), decision)).toBe('not_found');
      expect(await class_.told(who, 'post', class_.at(study), {})).toBe('not_found');
    }
    expect(await class_.read(assistant, study)).toMatchObject({ own: false, may_decide: false });
    expect(await class_.read(mate, study)).toMatchObject({ own: true, may_decide: false });
    for (const who of [builder, mate, assistant])
      expect(await class_.told(who, 'put', class_.at(study), decision)).toBe('forbidden');
    expect(await class_.told(mate, 'post', class_.at(study), {})).toBe('forbidden');
  });

  it('cannot be decided by an instructor who built the study as a student', async () => {
    const { id, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    await run.source.query(
      `UPDATE identity.classroom_member SET role = 'instructor' WHERE classroom_id = $1 AND account_id = $2`,
      [id, builder._id],
    );
    expect(await class_.read(builder, study)).toMatchObject({ own: true, may_decide: false });
    const decision = await class_.decision(builder, study, 'approved');
    expect(await class_.told(builder, 'put', class_.at(study), decision)).toBe('forbidden');
  });

  it('cannot be decided by an instructor who was in its group once', async () => {
    const { id, builder, mate } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.addToGroup(study, mate);
    await class_.submit(mate, study);
    await run.source.query(
      `UPDATE identity.classroom_member SET role = 'instructor' WHERE classroom_id = $1 AND account_id = $2`,
      [id, mate._id],
    );
    // Deletes the roles, as the job does for people who are no longer students.
    await run.source.query(`DELETE FROM identity.study_collaborator WHERE study_id = $1`, [study]);
    expect(await class_.read(mate, study)).toMatchObject({ own: false, may_decide: false });
    const decision = await class_.decision(mate, study, 'approved');
    expect(await class_.told(mate, 'put', class_.at(study), decision)).toBe('forbidden');
  });

  it('exists only for studies of classes', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    expect(await class_.told(owner, 'post', class_.at(study), {})).toBe('not_class_study');
    expect(await class_.told(owner, 'get', class_.at(study))).toBe('not_found');
    expect(await class_.told(owner, 'post', `${class_.at(study)}preview/`)).toBe('not_found');
  });

  it('requires the reasons that a launch needs, because later ones would change what is approved', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const reading = {
      ...experimentFiles(),
      'js/main.js': 'commonlab.record({ picture: canvas.toDataURL() }); commonlab.finish();',
    };
    const study = await class_.classStudy(builder, id);
    const version = await class_.publish(builder, study, reading);
    const submit = () => class_.told(builder, 'post', class_.at(study), {});
    expect(await submit()).toBe('reasons_missing');
    const reasons = { reads_pixels: 'We store what you draw.' };
    await class_.change(builder, study, { runtime: class_.versions.hosted(version, { reasons }) });
    expect(await submit()).toBe(201);
    await class_.decide(instructor, study, 'approved');
    expect(await class_.launch(builder, study)).toBe(200);
  });

  it('can be requested only with a runtime, in an open classroom, by a student who builds studies there', async () => {
    const { id, builder } = await class_.reviewedClass();
    const empty = await class_.classStudy(builder, id);
    expect(await class_.told(builder, 'post', class_.at(empty), {})).toBe('runtime_missing');
    const study = await class_.built(builder, id);
    const submit = () => class_.told(builder, 'post', class_.at(study), {});
    for (const state of ['closed', 'archived'] as const) {
      await class_.setState(id, state);
      expect(await submit()).toBe('classroom_closed');
    }
    await class_.setState(id, 'open');
    await class_.letBuild(id, false);
    expect(await submit()).toBe('forbidden');
    await class_.letBuild(id);
    await class_.leave(id, builder);
    expect(await submit()).toBe('forbidden');
    await class_.join(id, builder);
    await class_.must(builder, 'delete', `/api/studies/${study}/`);
    expect(await submit()).toBe('study_archived');
  });
});
