/**
 * @engines long: workers get the jobs for the emails from a queue, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { startApp, type SeparateApp } from '../../../support/app/app';
import { startTestWorkers } from '../../../support/app/workers';
import { unique } from '../../../support/chance/unique';
import { eventually } from '../../../support/chance/wait';
import { makePerson, makeResearcher } from '../../../support/people/people';
import type { RunningWorkers } from '../../../../workers/start';
import { Inbox } from '../../mail/inbox';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

// An application with its own rate limits and workers, which send to a mail server of the test.
const inbox = new Inbox();
let run: SeparateApp;
let workers: RunningWorkers;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url, RATE_LIMITS: 'on' } });
  workers = await startTestWorkers(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});
const mailsTo = (email: string, atLeast: number) =>
  eventually(
    () => inbox.to(email),
    (all) => all.length >= atLeast,
  );

describe('The email of an invitation into a classroom', () => {
  it('goes to each new address once, with a link for that address and no words of the inviter', async () => {
    const teaching = classroomRequestsOf(run);
    const instructor = await makeResearcher(run.source, { first_name: 'Grace', language: 'de' });
    const room = await teaching.classroom(instructor, { title: 'Buy at spam.test' });
    await teaching.setState(instructor, room, 'open');
    const [email, later] = [`invited-${unique()}@people.test`, `invited-${unique()}@people.test`];
    await teaching.invite(instructor, room, [email]);
    await teaching.invite(instructor, room, [email, later]);
    const [mail] = await mailsTo(email, 1);
    await mailsTo(later, 1);
    expect(mail?.subject).toBe('Eine Einladung in eine Klasse');
    expect(mail?.text).toContain('Grace Lovelace lädt Sie in eine Klasse ein');
    expect(mail?.text).toContain(email);
    expect(mail?.text).not.toContain('spam.test');
    const code = /\/join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await teaching.join(await makePerson(run.source), code)).toBe('invalid_join_code');
    expect(await teaching.join(await makePerson(run.source, { email }), code)).toBe(201);
    expect(inbox.to(email)).toHaveLength(1);
  }, 30_000);

  it('is not sent more than five times a day to one address by one instructor', async () => {
    const teaching = classroomRequestsOf(run);
    const instructor = await makeResearcher(run.source);
    const room = await teaching.classroom(instructor);
    const [email, other] = [`invited-${unique()}@people.test`, `invited-${unique()}@people.test`];
    for (let n = 0; n < 7; n++) {
      expect((await teaching.invite(instructor, room, [email])).body.invited).toBe(1);
      if (n < 5) await mailsTo(email, n + 1);
      const { id = '' } = (await teaching.invitationOf(room, email)) ?? {};
      const path = `/api/classrooms/${room._id}/invitations/${id}/`;
      expect(await teaching.told('DELETE', path, instructor)).toBe(204);
    }
    await teaching.invite(instructor, room, [other]);
    await mailsTo(other, 1);
    expect(inbox.to(email)).toHaveLength(5);
  }, 60_000);
});
