/**
 * @engines long: Redis and PostgreSQL pass live messages and events in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeAdministrator } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { Inbox } from '../mail/inbox';
import { conversationRequestsOf, type TestConversation } from './conversations';

let run: SeparateApp;
let workers: RunningWorkers;
let calls: ReturnType<typeof conversationRequestsOf>;
const inbox = new Inbox();
const open: TestSocket[] = [];
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  calls = conversationRequestsOf(run);
});
afterAll(async () => {
  for (const one of open) one.close();
  await workers.close();
  await run.close();
  await inbox.stop();
});
const subject = 'A message waits for you';
const mailsTo = (email: string) => inbox.to(email).filter((mail) => mail.subject === subject);
const told = (email: string, count: number) =>
  eventually(
    () => mailsTo(email).length,
    (sent) => sent >= count,
  );
/**
 * Waits until all earlier events are processed: enrols a new participant, and waits for the mail
 * about this enrolment.
 */
async function settled(): Promise<void> {
  const { participant } = await calls.talk('roster_on_start');
  await eventually(
    () => inbox.to(participant.email).length,
    (sent) => sent > 0,
  );
}

describe('The notice of a waiting message', () => {
  it('is a single mail until the message is read, and names no text, study or person', async () => {
    const it = await calls.talk('anonymous');
    const { participant, study } = it;
    const write = (text: string) => calls.write(it.ofResearcher, study.researcher, text, true);
    for (const text of ['Come to room 12', 'At nine', 'Really']) await write(text).expect(201);
    await told(participant.email, 1);
    await settled();
    expect(mailsTo(participant.email)).toHaveLength(1);
    const [mail] = mailsTo(participant.email);
    for (const secret of ['room 12', 'Attention and memory', it.id, study.study_id])
      expect(`${mail?.text}${mail?.html}`).not.toContain(secret);
    await calls.read(it.ofParticipant, participant, 3).expect(204);
    await write('One more').expect(201);
    await told(participant.email, 2);
  });

  it('is sent to researchers of the study once, however many participants write', async () => {
    const first = await calls.talk('anonymous');
    const { researcher } = first.study;
    const others = [
      await calls.talk('anonymous', first.study),
      await calls.talk('anonymous', first.study),
    ];
    await calls.write(first.ofParticipant, first.participant, 'Hello', true).expect(201);
    await told(researcher.email, 1);
    for (const one of others)
      await calls.write(one.ofParticipant, one.participant, 'Hello', true).expect(201);
    await settled();
    expect(mailsTo(researcher.email)).toHaveLength(1);
  });

  it('is pushed to the open pages of the other side, and to no others', async () => {
    const it = await calls.talk('anonymous');
    const { researcher } = it.study;
    const listen = async (token: string | undefined) => {
      const one = await openTestSocket(run.url, token);
      open.push(one);
      await one.watch('me');
      return one;
    };
    const [theirs, ours] = [await listen(it.participant.token), await listen(researcher.token)];
    const arrived = ({ messages }: TestSocket) =>
      messages.filter(({ name }) => name === 'message.arrived').map(({ message }) => message);
    await calls.write(it.ofParticipant, it.participant, 'Hello', true).expect(201);
    await eventually(
      () => arrived(ours),
      (all) => all.length === 1,
    );
    expect(arrived(ours)).toEqual([{ _id: researcher._id }]);
    expect(arrived(theirs)).toEqual([]);
    await calls.write(it.ofResearcher, researcher, 'Hello', true).expect(201);
    await eventually(
      () => arrived(theirs),
      (all) => all.length === 1,
    );
    expect(arrived(ours)).toHaveLength(1);
  });

  it('is sent to administrators when a message is reported, without its text', async () => {
    const administrator = await makeAdministrator(run.source);
    const it: TestConversation = await calls.talk('anonymous');
    const answer = await calls
      .write(it.ofResearcher, it.study.researcher, 'Something rude', true)
      .expect(201);
    const { _id } = answer.body as { _id: string };
    await calls
      .post(`${it.ofParticipant}${_id}/report/`, it.participant, { reason: 'Rude' })
      .expect(204);
    const [mail] = await eventually(
      () => inbox.to(administrator.email),
      (mails) => mails.length > 0,
    );
    expect(mail?.subject).toBe('A message was reported');
    expect(mail?.text).not.toMatch(/rude/i);
  });
});
