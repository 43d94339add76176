/**
 * @engines long: workers get the jobs for mails and copies of data from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { CommandBus } from '@nestjs/cqrs';
import { strFromU8, unzipSync } from 'fflate';
import type { DataExport } from '../../../../contracts/data-rights/data-rights';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import type { RunningWorkers } from '../../../../workers/start';
import { startApp, type RunningApp } from '../../../support/app/app';
import { openTestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { eventually } from '../../../support/chance/wait';
import type { TestPerson } from '../../../support/people/people';
import { exportRequestsOf } from '../../data-rights/requesting';
import { Inbox } from '../../mail/inbox';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  await inbox.start();
  // This file has its own application, since its mails are sent to its own inbox.
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  class_ = classReviewRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

const mailsTo = (person: TestPerson, atLeast: number) =>
  eventually(
    () => inbox.to(person.email),
    (all) => all.length >= atLeast,
  );
const speaks = (person: TestPerson, language: string) =>
  run.source.query(`UPDATE identity.account SET language = $2 WHERE id = $1`, [
    person._id,
    language,
  ]);

describe('Mails about the review of a study of a class', () => {
  it('go to the instructors when it is submitted, and to its group when it is decided', async () => {
    const { id, instructor, assistant, builder, mate, student } = await class_.reviewedClass();
    const study = await class_.built(builder, id, { title: 'Stroop <b>' });
    await class_.addToGroup(study, mate);
    await speaks(mate, 'de');
    await class_.submit(builder, study, 'Words of the group.');
    const [waits] = await mailsTo(instructor, 1);
    expect(waits?.subject).toBe('A study of your class waits for review: Stroop <b>');
    expect(waits?.text).toContain(`/classrooms/${id}/studies/${study}`);
    expect(waits?.html).not.toContain('<b>');

    await class_.decide(instructor, study, 'changes_asked');
    const [asked] = await mailsTo(builder, 1);
    expect(asked?.text).toContain('asks for changes to “Stroop <b>”');
    expect(asked?.text).toContain(`/experiments/details/${study}`);
    await class_.submit(builder, study);
    await class_.decide(instructor, study, 'approved');
    await mailsTo(builder, 2);
    const german = await mailsTo(mate, 2);
    expect(german.map(({ subject }) => subject)).toEqual([
      'Ihre Studie wurde geprüft: Stroop <b>',
      'Ihre Studie wurde geprüft: Stroop <b>',
    ]);
    expect(german.map(({ text }) => text).join()).toContain('hat „Stroop <b>“ genehmigt');
    const all = [instructor, builder, mate].flatMap(({ email }) => inbox.to(email));
    for (const { text } of all) {
      expect(text).not.toContain('Words of the group.');
      expect(text).not.toContain('As the instructor says.');
    }
    for (const { email } of [assistant, student]) expect(inbox.to(email)).toEqual([]);
  }, 60_000);

  it('come with a message to open pages of the classroom that something changed', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    const page = await openTestSocket(run.url, instructor.token);
    expect(await page.watch(`classroom:${id}`)).toMatchObject({ ok: true });
    const told = () => page.messages.filter(({ name }) => name === 'classroom.updated');
    for (const change of [
      () => class_.submit(builder, study),
      () => class_.decide(instructor, study, 'approved'),
    ]) {
      const before = told().length;
      await change();
      await eventually(told, (all) => all.length > before);
    }
    expect(JSON.stringify(told())).not.toContain(study);
    page.close();
  }, 30_000);
});

describe('What a person submitted, decided and commented', () => {
  const copyOf = async ({ headers }: TestPerson) => {
    const asking = exportRequestsOf(run);
    const asked = (await asking.ask(headers).expect(202)).body as DataExport;
    const copy = await asking.ready(headers, asked._id);
    const answer = await asking.fetchFile(copy.download_url ?? '').expect(200);
    const files = unzipSync(answer.body as Buffer);
    return JSON.parse(strFromU8(files['teaching.json'] ?? new Uint8Array())) as Record<
      string,
      Record<string, unknown>[]
    >;
  };

  it('is in the copy of their data, and without their name once the account is erased', async () => {
    const { id, instructor, builder, mate } = await class_.reviewedClass();
    const study = await class_.built(mate, id, { title: 'Stroop' });
    await class_.addToGroup(study, builder);
    const comment = (who: TestPerson, text: string) =>
      class_.must(who, 'post', `${class_.at(study)}comments/`, { part: 'title', text });
    await class_.submit(builder, study, 'Ready.');
    await comment(builder, 'Of the student.');
    await comment(instructor, 'Of the instructor.');
    await class_.decide(instructor, study, 'changes_asked');

    const own = await copyOf(builder);
    expect(own['class_reviews']).toEqual([
      expect.objectContaining({
        ...{ study: 'Stroop', words: 'Ready.', state: 'changes_asked' },
        decision_words: 'As the instructor says.',
      }),
    ]);
    expect(own['review_comments']).toMatchObject([{ part: 'title', text: 'Of the student.' }]);
    expect(JSON.stringify(own)).not.toContain('Of the instructor.');
    const decided = await copyOf(instructor);
    expect(decided['class_review_decisions']).toMatchObject([
      { study: 'Stroop', state: 'changes_asked', words: 'As the instructor says.' },
    ]);

    await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
      builder._id,
      run.clock.now(),
    ]);
    await run.app.get(CommandBus).execute(new PurgeAccount(builder._id));
    const review = await class_.read(instructor, study);
    expect(review.submitted).toMatchObject({ by: null, words: 'Ready.' });
    expect(review.comments.map(({ author, text }) => [author, text])).toEqual([
      [null, 'Of the student.'],
      ['Ada Lovelace', 'Of the instructor.'],
    ]);
  }, 60_000);
});
