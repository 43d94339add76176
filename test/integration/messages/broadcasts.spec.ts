/**
 * @engines one: broadcasts are in their own table and in no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import type { Broadcast, Message } from '../../../contracts/messages/messages';
import { SendBroadcastsJob } from '../../../server/messages/send-broadcasts.job';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { Client } from 'pg';
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { errorCodeOf, privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { conversationRequestsOf, type TestConversation } from './conversations';

const clock = new TestClock();
let run: RunningApp;
let calls: ReturnType<typeof conversationRequestsOf>;
beforeAll(async () => {
  // Starts no workers, because they would send a broadcast before the tests run the job themselves.
  run = await sharedApp({ clock });
  calls = conversationRequestsOf(run);
});
afterAll(() => run.close());

const job = () => new SendBroadcastsJob(run.app.get(UnitOfWork), run.app.get(Secrets), clock);
async function session(people: number): Promise<TestConversation[]> {
  const talks = [await calls.talk('anonymous')];
  while (talks.length < people) talks.push(await calls.talk('anonymous', talks[0]?.study));
  return talks;
}
const send = ({ study }: TestConversation, states: string[], more: object = {}, key?: string) =>
  calls.post(
    `/api/sessions/${study.session_id}/broadcasts/`,
    study.researcher,
    { text: 'The room has changed', states, ends_anonymity: true, ...more },
    key,
  );
const textsOf = async ({ ofParticipant, participant }: TestConversation) =>
  (await calls.listed<Message>(ofParticipant, participant)).map(({ text }) => text);

describe('A broadcast to participants of a session', () => {
  it('reaches every participant in one of the states, and no other', async () => {
    const [first, second, third] = (await session(3)) as [
      TestConversation,
      TestConversation,
      TestConversation,
    ];
    await privacyLevelRequestsOf(run).move(second.id, second.participant, 'start').expect(200);
    await privacyLevelRequestsOf(run).move(third.id, third.participant, 'withdraw').expect(200);
    await moveStepsToYesterday(run, first.study.session_id);
    await send(first, ['enrolled', 'started']).expect(202);
    await job().run();
    expect(await textsOf(first)).toEqual(['The room has changed']);
    expect(await textsOf(second)).toEqual(['The room has changed']);
    expect(await textsOf(third)).toEqual([]);
    const [sent] = await calls.listed<Broadcast>(
      `/api/sessions/${first.study.session_id}/broadcasts/`,
      first.study.researcher,
    );
    expect(sent).toMatchObject({ sent: 2, done: true, text: 'The room has changed' });
  });

  it('needs a confirmation each time in an anonymous session', async () => {
    const [first] = (await session(1)) as [TestConversation];
    const refused = await send(first, ['enrolled'], { ends_anonymity: undefined }).expect(409);
    expect(errorCodeOf(refused)).toBe('anonymity_not_confirmed');
  });

  it('is sent once for one idempotency key, and is visible to researchers of the study only', async () => {
    const [first] = (await session(1)) as [TestConversation];
    const answers = await Promise.all([1, 2, 3].map(() => send(first, ['enrolled'], {}, 'k')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202]);
    await job().run();
    expect(await textsOf(first)).toEqual(['The room has changed']);
    const other = (await calls.talk('anonymous')).study.researcher;
    const path = `/api/sessions/${first.study.session_id}/broadcasts/`;
    await run.http().get(path).set(other.headers).expect(404);
  });

  it('reaches everyone once when two sending jobs run at the same time and are cut off repeatedly', async () => {
    const talks = await session(9);
    const [first] = talks as [TestConversation];
    await send(first, ['enrolled']).expect(202);
    // The trigger makes every third page of recipients fail after its messages are written. None of
    // these messages may remain.
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query(`
      CREATE SEQUENCE research.pages;
      CREATE FUNCTION research.cut() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('research.pages') % 3 = 0 THEN
          PERFORM pg_terminate_backend(pg_backend_pid());
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER cut BEFORE UPDATE ON research.broadcast
        FOR EACH ROW EXECUTE FUNCTION research.cut()`);
    let cuts = 0;
    const isDone = async () => {
      const rows: { done: boolean }[] = await run.source.query(
        `SELECT done FROM research.broadcast WHERE session_id = $1`,
        [first.study.session_id],
      );
      return rows[0]?.done === true;
    };
    try {
      while (!(await isDone()))
        for (const end of await Promise.allSettled([job().run(1), job().run(1)]))
          if (end.status === 'rejected') cuts++;
    } finally {
      await owner.query(`DROP FUNCTION research.cut CASCADE; DROP SEQUENCE research.pages`);
      await owner.end();
    }
    expect(cuts).toBeGreaterThan(0);
    for (const one of talks) expect(await textsOf(one)).toEqual(['The room has changed']);
  });
});
