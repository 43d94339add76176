// @lane quick
import type {
  ParticipantConversation,
  StudyConversation,
  UnreadCounts,
} from '../../../contracts/messages/messages';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makePerson } from '../../support/people/people';
import { conversationRequestsOf } from './conversations';

const clock = new TestClock();
let run: RunningApp;
let calls: ReturnType<typeof conversationRequestsOf>;
beforeAll(async () => {
  // The tests set the clock, which determines the days that messages show.
  run = await sharedApp({ clock });
  calls = conversationRequestsOf(run);
});
afterAll(() => run.close());

const own = '/api/conversations/';
const ofStudies = '/api/conversations/of-studies/';
const unread = '/api/conversations/unread/';

describe('The conversations of a person', () => {
  it('are unread for the other side until that side has read them', async () => {
    const { talk, write, read, get } = calls;
    const it = await talk('roster_on_start');
    const { participant, study } = it;
    const waiting = async () => [
      (await get<UnreadCounts>(unread, participant)).own,
      (await get<UnreadCounts>(unread, study.researcher)).of_studies,
    ];
    expect(await waiting()).toEqual([0, 0]);
    await write(it.ofParticipant, participant, 'Which room?').expect(201);
    expect(await waiting()).toEqual([0, 1]);
    await read(it.ofResearcher, study.researcher, 1).expect(204);
    await write(it.ofResearcher, study.researcher, 'Room 12').expect(201);
    expect(await waiting()).toEqual([1, 0]);
    await read(it.ofParticipant, participant, 2).expect(204);
    expect(await waiting()).toEqual([0, 0]);
  });

  it('stay unread beyond the position that was read, and messages once read do not become unread again', async () => {
    const { talk, write, read, get } = calls;
    const it = await talk('roster_on_start');
    const { researcher } = it.study;
    for (const text of ['One', 'Two']) await write(it.ofParticipant, it.participant, text);
    const count = async () => (await get<UnreadCounts>(unread, researcher)).of_studies;
    await read(it.ofResearcher, researcher, 1).expect(204);
    expect(await count()).toBe(1);
    await read(it.ofResearcher, researcher, 99).expect(204);
    await read(it.ofResearcher, researcher, 1).expect(204);
    expect(await count()).toBe(0);
    // The researcher marked messages as read up to a position beyond the end. A later message is
    // unread nevertheless.
    await write(it.ofParticipant, it.participant, 'Three').expect(201);
    expect(await count()).toBe(1);
  });

  it('stay unread after an answer whose writer had not seen them yet', async () => {
    const { talk, write, get } = calls;
    const it = await talk('roster_on_start');
    await write(it.ofParticipant, it.participant, 'A question').expect(201);
    await write(it.ofResearcher, it.study.researcher, 'Welcome, all of you').expect(201);
    expect((await get<UnreadCounts>(unread, it.study.researcher)).of_studies).toBe(1);
  });

  it('are listed with the study, unread ones first, in pages, each once', async () => {
    const { talk, write, read, get } = calls;
    const first = await talk('anonymous');
    const { study } = first;
    const talks = [first];
    while (talks.length < 4) talks.push(await talk('anonymous', study));
    for (const one of talks) await write(one.ofParticipant, one.participant, 'Hello', true);
    await read(first.ofResearcher, study.researcher, 1).expect(204);
    const seen: StudyConversation[] = [];
    for (let cursor = ''; ;) {
      const page = await get<{ items: StudyConversation[]; next_cursor: string | null }>(
        `${ofStudies}?limit=1${cursor}`,
        study.researcher,
      );
      seen.push(...page.items);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ tag }) => tag)).size).toBe(4);
    expect(seen.map((one) => one.unread)).toEqual([true, true, true, false]);
    expect(seen[0]).toMatchObject({ study_id: study.study_id, session_id: study.session_id });
    const shown = JSON.stringify(seen);
    for (const { id, participant } of talks)
      for (const value of [id, participant._id, participant.email])
        expect(shown).not.toContain(value);
  });

  it('are listed for a participant only if that person takes part in them, and for a stranger not at all', async () => {
    const { talk, write, listed } = calls;
    const [it, other] = [await talk('anonymous'), await talk('anonymous')];
    for (const one of [it, other])
      await write(one.ofResearcher, one.study.researcher, 'Hello', true).expect(201);
    const [mine, ...more] = await listed<ParticipantConversation>(own, it.participant);
    expect(more).toEqual([]);
    expect(mine).toMatchObject({ participation_id: it.id, unread: true, last_from: 'researcher' });
    expect(await listed(own, await makePerson(run.source))).toEqual([]);
    expect(await listed(ofStudies, other.study.researcher)).toHaveLength(1);
  });

  it('refuse the cursor of another person', async () => {
    const { talk, write, get } = calls;
    const it = await talk('roster_on_start');
    const second = await talk('roster_on_start', it.study);
    for (const one of [it, second]) await write(one.ofParticipant, one.participant, 'Hello');
    const { next_cursor } = await get<{ next_cursor: string }>(
      `${ofStudies}?limit=1`,
      it.study.researcher,
    );
    await run
      .http()
      .get(`${ofStudies}?limit=1&cursor=${next_cursor}`)
      .set((await talk('anonymous')).study.researcher.headers)
      .expect(400);
  });
});

describe('A message that is sent again with the same idempotency key', () => {
  it('is stored once, also by ten requests at the same moment', async () => {
    const { talk, post, listed } = calls;
    const it = await talk('roster_on_start');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(it.ofParticipant, it.participant, { text: 'Once' }, 'key-1'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(9).fill(200),
      201,
    ]);
    expect(await listed(it.ofParticipant, it.participant)).toHaveLength(1);
    // The other person can use the same idempotency key for a separate message.
    await post(it.ofResearcher, it.study.researcher, { text: 'Once' }, 'key-1').expect(201);
    expect(await listed(it.ofParticipant, it.participant)).toHaveLength(2);
  });
});
