/**
 * @engines long: workers get the jobs for mails and copies of data from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 * @long: `npm test -- long` repeats the simultaneous requests more often
 */
import { CommandBus } from '@nestjs/cqrs';
import { strFromU8, unzipSync } from 'fflate';
import type { DataExport } from '../../../../contracts/data-rights/data-rights';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import type { RunningWorkers } from '../../../../workers/start';
import { startApp, type RunningApp } from '../../../support/app/app';
import { startTestWorkers } from '../../../support/app/workers';
import { triesInTestRun } from '../../../support/chance/lanes';
import { eventually } from '../../../support/chance/wait';
import type { TestPerson } from '../../../support/people/people';
import { exportRequestsOf } from '../../data-rights/requesting';
import { Inbox } from '../../mail/inbox';
import { alternativeBody, pdfBytes, assignmentRequestsOf } from '../rigs/assignments-rig';

const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  await inbox.start();
  // This file has its own application, since its mails are sent to its own inbox.
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  teaching = assignmentRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

const mailsTo = ({ email }: TestPerson) => inbox.received.filter(({ to }) => to.includes(email));
const purge = async ({ _id }: TestPerson) => {
  await run.source.query(`UPDATE identity.account SET deletion_at = $2 WHERE id = $1`, [
    _id,
    run.clock.now(),
  ]);
  await run.app.get(CommandBus).execute(new PurgeAccount(_id));
};

describe('The mail about a verdict', () => {
  it('goes only to the student, and says only that an alternative assignment was read', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const { _id, title } = await teaching.create(instructor, id);
    const words = 'Say more about the second experiment.';
    const { _id: first } = await teaching.submit(student, _id);
    await teaching.decide(instructor, first, { state: 'sent_back', words });
    const [mail] = await eventually(
      () => mailsTo(student),
      (all) => all.length > 0,
    );
    expect(mail?.subject).toBe('What you handed in was read');
    for (const secret of [words, title, 'sent back', 'accepted', id, first])
      expect(`${mail?.text} ${mail?.html}`).not.toContain(secret);
    const { _id: second } = await teaching.submit(student, _id, 'More.');
    await teaching.decide(instructor, second, { state: 'accepted' });
    await eventually(
      () => mailsTo(student),
      (all) => all.length === 2,
    );
    expect([mailsTo(other), mailsTo(instructor)]).toEqual([[], []]);
  });

  it('leaves no stored account beside the submission', async () => {
    const { id, instructor, student } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const submission = await teaching.submit(student, _id);
    await teaching.decide(instructor, submission._id, { state: 'accepted' });
    await eventually(
      () => mailsTo(student),
      (all) => all.length > 0,
    );
    const mails: { account_id: string | null }[] = await run.source.query(
      `SELECT account_id FROM platform.mail WHERE template = 'submission-decided'`,
    );
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter(({ account_id }) => account_id !== null)).toEqual([]);
  });
});

describe('What a person handed in', () => {
  it('is in the copy of their data, with the files, without what other people handed in', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const text = await teaching.create(instructor, id);
    const file = await teaching.create(instructor, id, { ...alternativeBody, title: 'By file' });
    const { _id } = await teaching.submit(student, text._id, 'In my words.');
    await teaching.decide(instructor, _id, { state: 'sent_back', words: 'Longer.' });
    const content = pdfBytes('of the student');
    await teaching.submitPdf(student, file._id, content).expect(201);
    await teaching.submit(other, text._id, 'In words of another.');

    const asking = exportRequestsOf(run);
    const asked = (await asking.ask(student.headers).expect(202)).body as DataExport;
    const copy = await asking.ready(student.headers, asked._id);
    const answer = await asking.fetchFile(copy.download_url ?? '').expect(200);
    const files = unzipSync(answer.body as Buffer);
    const { submissions, classrooms } = JSON.parse(
      strFromU8(files['teaching.json'] ?? new Uint8Array()),
    ) as Record<string, Record<string, unknown>[]>;
    expect(classrooms).toMatchObject([{ state: 'open', role: 'student' }]);
    expect(submissions).toHaveLength(2);
    expect(submissions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ assignment: text.title, state: 'sent_back', text: 'In my words.' },
          ...{ words: 'Longer.', file: null },
        }),
        expect.objectContaining({ assignment: 'By file', state: 'submitted', text: null }),
      ]),
    );
    const path = submissions?.map((one) => one.file).find((one) => one !== null) as string;
    expect(Buffer.compare(Buffer.from(files[path] ?? []), content)).toBe(0);
    expect(JSON.stringify(submissions)).not.toContain('another');
  });

  it('is erased with the account, and what other people handed in stays', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    await teaching.submit(student, _id, 'Of the student.');
    await teaching.submit(other, _id, 'Of the other.');
    await purge(student);
    expect(await teaching.stored(_id)).toMatchObject([{ text: 'Of the other.' }]);
  });

  it('is erased, too, if it is handed in while the account is erased', async () => {
    for (let round = 0; round < triesInTestRun(2, 20); round++) {
      const { id, instructor, student } = await teaching.scene();
      const { _id } = await teaching.create(instructor, id);
      const handingIn = [1, 2, 3].map((n) =>
        teaching.call(student, 'post', `/api/assignments/${_id}/submissions/`, {
          text: `Attempt ${n}.`,
        }),
      );
      await Promise.all([...handingIn, purge(student)]);
      expect(await teaching.stored(_id)).toEqual([]);
    }
  });
});
