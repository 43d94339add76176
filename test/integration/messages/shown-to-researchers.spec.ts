/**
 * @engines one: broadcasts are in their own table and in no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import type {
  Broadcast,
  Conversation,
  Message,
  StudyConversation,
  UnreadCounts,
} from '../../../contracts/messages/messages';
import { rosterEntryOf } from '../../../server/enrolment/rosters/roster-entries';
import { SendBroadcastsJob } from '../../../server/messages/send-broadcasts.job';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makePerson, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { conversationRequestsOf } from './conversations';

const clock = new TestClock();
let run: RunningApp;
let calls: ReturnType<typeof conversationRequestsOf>;
let on: ReturnType<typeof privacyLevelRequestsOf>;
beforeAll(async () => {
  // Starts no workers, because they would send a broadcast before the tests run the job themselves.
  run = await sharedApp({ clock });
  calls = conversationRequestsOf(run);
  on = privacyLevelRequestsOf(run);
});
afterAll(() => run.close());

interface Page<T> {
  items: T[];
  next_cursor: string | null;
}
/** Reads all pages of a list, with one item per page. */
async function pagesOf<T>(path: string, who: TestPerson): Promise<Page<T>[]> {
  const pages: Page<T>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<T> = await calls.get(
      `${path}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      who,
    );
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}
/** Reads the researcher's lists of conversations, once in pages of one item and once as a whole. */
async function shown({ session_id, researcher }: RecruitingStudy) {
  const ofSession = `/api/sessions/${session_id}/conversations/`;
  const paged = [
    ...(await pagesOf<Conversation>(ofSession, researcher)),
    ...(await pagesOf<StudyConversation>('/api/conversations/of-studies/', researcher)),
  ];
  const listed = await calls.listed<Conversation>(ofSession, researcher);
  const { of_studies: unread } = await calls.get<UnreadCounts>(
    '/api/conversations/unread/',
    researcher,
  );
  return {
    tags: listed.map(({ tag }) => tag),
    lengths: paged.map(({ items }) => items.length),
    last: paged.map(({ next_cursor }) => next_cursor === null),
    unread,
  };
}
const nothing = { tags: [], lengths: [0, 0], last: [true, true], unread: 0 };
/** One unread conversation. */
const one = {
  tags: [expect.any(String) as string],
  lengths: [1, 1],
  last: [true, true],
  unread: 1,
};

/**
 * Returns the address of a participation's messages in a session, also if no list shows the
 * participation yet.
 */
const addressOf = ({ session_id }: RecruitingStudy, id: string) =>
  `/api/sessions/${session_id}/roster/${rosterEntryOf(run.app.get(Secrets), session_id, id)}/messages/`;
const messagesAt = async (r: RecruitingStudy, id: string) =>
  (await calls.listed<Message>(addressOf(r, id), r.researcher)).map(({ text }) => text);
async function isNobody(r: RecruitingStudy, id: string) {
  const path = addressOf(r, id);
  await run.http().get(path).set(r.researcher.headers).expect(404);
  await calls.write(path, r.researcher, 'Hello', true).expect(404);
  await calls.read(path, r.researcher, 1).expect(404);
}
async function broadcast(r: RecruitingStudy, ...states: string[]): Promise<Broadcast | undefined> {
  const path = `/api/sessions/${r.session_id}/broadcasts/`;
  const text = `To all ${states.join()}`;
  await calls.post(path, r.researcher, { text, states, ends_anonymity: true }).expect(202);
  await new SendBroadcastsJob(run.app.get(UnitOfWork), run.app.get(Secrets), clock).run();
  return (await calls.listed<Broadcast>(path, r.researcher)).find((sent) => sent.text === text);
}
const anonymous = () => recruit(run, { privacy_level: 'anonymous', capacity: 20 });
/**
 * Makes a participant who enrolled yesterday, so that the researcher's lists show the participant.
 */
async function resident(r: RecruitingStudy): Promise<{ id: string; who: TestPerson }> {
  const who = await makePerson(run.source);
  const id = await on.takePart(r, who);
  await on.roster(r);
  return { id, who };
}
async function goesOn(id: string, who: TestPerson, to: RecruitingStudy) {
  await on.move(id, who, 'withdraw').expect(200);
  await on.enrol(to, who).expect(201);
}
const wrote = (id: string, who: TestPerson) =>
  calls.write(`/api/participations/${id}/messages/`, who, 'When?', true).expect(201);

describe('A participant who enrolled in an anonymous session today', () => {
  it('gets no broadcast, in any state, and is on no page of conversations', async () => {
    const r = await anonymous();
    const before = await resident(r);
    const newcomer = await makePerson(run.source);
    const id = await on.takePart(r, newcomer, 'start');
    expect(await broadcast(r, 'enrolled')).toMatchObject({ sent: 1, done: true });
    expect(await broadcast(r, 'started')).toMatchObject({ sent: 0, done: true });
    expect(await calls.listed(`/api/participations/${id}/messages/`, newcomer)).toEqual([]);
    expect(await messagesAt(r, before.id)).toEqual(['To all enrolled']);
    expect(await shown(r)).toEqual({ ...one, unread: 0 });
    await isNobody(r, id);
  });

  it('appears in the lists after writing, and the researcher can answer', async () => {
    const r = await anonymous();
    const newcomer = await makePerson(run.source);
    const id = await on.takePart(r, newcomer);
    expect(await shown(r)).toEqual(nothing);
    await wrote(id, newcomer);
    expect(await shown(r)).toEqual(one);
    await calls.write(addressOf(r, id), r.researcher, 'At nine', true).expect(201);
    expect(await messagesAt(r, id)).toEqual(['At nine', 'When?']);
  });

  it('does not appear because of a conversation of an earlier day, and shortens no page', async () => {
    const r = await anonymous();
    const other = await on.another(r, 'anonymous');
    const { id, who } = await resident(r);
    await wrote(id, who);
    const others = [await resident(r), await resident(r), await resident(r)];
    await broadcast(r, 'enrolled');
    await goesOn(id, who, other);
    // Moves the clock by a day, so that the steps and the message above belong to the previous day.
    clock.advance(86_400_000);
    try {
      expect((await shown(r)).lengths).toEqual(others.flatMap(() => [1, 1]));
      await isNobody(r, id);
      const told = await shown(r);
      await goesOn(id, who, r);
      expect(await shown(r)).toEqual(told);
      await isNobody(r, id);
      await wrote(id, who);
      expect((await shown(r)).tags).toHaveLength(others.length + 1);
    } finally {
      clock.advance(-86_400_000);
    }
  });
});

describe('A participant who changes to another anonymous session today', () => {
  it('keeps the conversation in the session of today’s message until the end of the day', async () => {
    const r = await anonymous();
    const other = await on.another(r, 'anonymous');
    const newcomer = await makePerson(run.source);
    const id = await on.takePart(r, newcomer);
    await wrote(id, newcomer);
    const before = await shown(r);
    expect(before).toEqual(one);
    for (const to of [other, r, other]) {
      await goesOn(id, newcomer, to);
      expect(await shown(r)).toEqual(before);
      expect(await messagesAt(r, id)).toEqual(['When?']);
    }
    clock.advance(86_400_000);
    try {
      expect(await shown(r)).toEqual(nothing);
      await isNobody(r, id);
    } finally {
      clock.advance(-86_400_000);
    }
  });

  it('is listed once in each session with a message of today, in pages of one item', async () => {
    const r = await anonymous();
    const other = await on.another(r, 'anonymous');
    const newcomer = await makePerson(run.source);
    const id = await on.takePart(r, newcomer);
    await wrote(id, newcomer);
    await goesOn(id, newcomer, other);
    await wrote(id, newcomer);
    const pages = await pagesOf<StudyConversation>('/api/conversations/of-studies/', r.researcher);
    const sessions = pages.flatMap(({ items }) => items.map((one) => one.session_id));
    expect(sessions.toSorted()).toEqual([r.session_id, other.session_id].toSorted());
    expect((await shown(r)).unread).toBe(2);
  });

  it('gets a broadcast in the conversation of the listed line, by the listed state', async () => {
    const r = await anonymous();
    const other = await on.another(r, 'anonymous');
    const stays = await resident(r);
    const { id, who } = await resident(r);
    await goesOn(id, who, other);
    expect(await broadcast(r, 'enrolled')).toMatchObject({ sent: 2, done: true });
    expect(await broadcast(r, 'withdrawn')).toMatchObject({ sent: 0, done: true });
    for (const line of [stays.id, id])
      expect(await messagesAt(r, line)).toEqual(['To all enrolled']);
    // In the other session, the participant enrolled only today. That roster does not show the
    // participation yet, so the participant gets no message.
    expect(await broadcast(other, 'enrolled')).toMatchObject({ sent: 0, done: true });
    expect(await calls.listed(`/api/participations/${id}/messages/`, who)).toEqual([]);
    await isNobody(other, id);
  });
});

it('A conversation of a session with names is on no page after its participant changed to another session', async () => {
  const r = await recruit(run, { privacy_level: 'roster_on_start', capacity: 20 });
  const other = await on.another(r, 'roster_on_start');
  const who = await makePerson(run.source);
  const id = await on.takePart(r, who);
  await wrote(id, who);
  expect(await shown(r)).toEqual(one);
  await goesOn(id, who, other);
  expect(await shown(r)).toEqual(nothing);
  await isNobody(r, id);
});
