import { Client } from 'pg';
import { startApp } from '../../../support/app/app';
import { rosterEntryOf } from '../../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app/launch-app';
import { countLockWaits } from '../../../support/engines/locks';
import { makePeople, makePerson } from '../../../support/people/people';
import { recruit, readSeatCounts } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { eventually } from '../../../support/chance/wait';
import { injectedRequestsOf } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

let run: RunningApp;
let second: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
  second = await startApp({ engines: run.engines });
});
afterAll(async () => {
  await second.close();
  await run.close();
});

/** Makes a session with this number of people. */
async function enrolled(count: number) {
  const r = await recruit(run, { capacity: count, maximum_minutes: 90 });
  const people = await makePeople(run.source, count);
  const answers = await Promise.all(people.map((p) => injectedRequestsOf(run).enrol(r, p)));
  return { r, people, ids: answers.map(({ body }) => body._id) };
}
const movesOf = (ids: string[]): Promise<{ id: string; moves: string }[]> =>
  run.source.query(
    `SELECT participation_id AS id, string_agg(to_state, ' ' ORDER BY id) AS moves
     FROM research.participation_move WHERE participation_id = ANY($1::uuid[])
     GROUP BY participation_id`,
    [ids],
  );
const eventsOf = async (ids: string[], name: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM platform.outbox
     WHERE name = $2 AND data->>'participation_id' = ANY($1)`,
    [ids, name],
  );
  return row?.n ?? 0;
};

describe('Participants who press start at the same moment', () => {
  it('share a few transactions, and each gets one answer, one transition and one event', async () => {
    const { r, people, ids } = await enrolled(60);
    const release = await lockTableRows(run, 'research.session', r.session_id);
    const { transition } = injectedRequestsOf(run);
    const answers = people.map((p, i) => transition(ids[i] ?? '', p, 'start'));
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 1,
    );
    await release();
    for (const [i, answer] of (await Promise.all(answers)).entries()) {
      expect(answer).toMatchObject({ status: 200, body: { _id: ids[i], state: 'started' } });
    }
    const [written]: { transactions: number; people: number }[] = await run.source.query(
      `SELECT count(DISTINCT xmin::text)::int AS transactions, count(*)::int AS people
       FROM research.participation
       WHERE session_id = $1 AND started_at = updated_at AND due_at = started_at + interval '90 minutes'
         AND demographics IS NULL`,
      [r.session_id],
    );
    expect(written?.people).toBe(60);
    expect(written?.transactions).toBeLessThanOrEqual(3);
    expect((await movesOf(ids)).map(({ moves }) => moves)).toEqual(
      people.map(() => 'enrolled started'),
    );
    expect(await eventsOf(ids, 'enrolment.participant-started')).toBe(60);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 60,
      counted: 60,
    });
  });

  it('start once each, also when each sends the request to two servers', async () => {
    const { r, people, ids } = await enrolled(30);
    const answers = await Promise.all(
      people.flatMap((p, i) =>
        [run, second].map((at) => injectedRequestsOf(at).transition(ids[i] ?? '', p, 'start')),
      ),
    );
    expect(answers.map(({ status, body }) => `${status} ${body.state}`)).toEqual(
      answers.map(() => '200 started'),
    );
    expect((await movesOf(ids)).map(({ moves }) => moves)).toEqual(
      people.map(() => 'enrolled started'),
    );
    expect(await eventsOf(ids, 'enrolment.participant-started')).toBe(30);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 30,
      counted: 30,
    });
  });
});

describe('Transitions that share a transaction', () => {
  it('are judged one by one, and two of the same person are applied in order', async () => {
    const { r, people, ids } = await enrolled(6);
    // In an anonymous session, researchers decide by the state that the roster shows. The roster
    // shows changes only on the next day, so the test moves the changes to yesterday.
    await moveStepsToYesterday(run, r.session_id);
    const stranger = await makePerson(run.source);
    const [one, two, three, four, five, six] = people;
    if (!one || !two || !three || !four || !five || !six) throw new Error('six people');
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
    const { ask, transition } = injectedRequestsOf(run);
    const decide = (id: string, action: string) => {
      const entry = rosterEntryOf(run.app.get(Secrets), r.session_id, id);
      const url = `/api/sessions/${r.session_id}/roster/${entry}/`;
      return ask('PUT', url, r.researcher, { action });
    };
    const release = await lockTableRows(run, 'research.session', r.session_id);
    const asked = [
      transition(a, one, 'start'),
      transition(b, two, 'complete'),
      transition(c, three, 'withdraw'),
      transition(a, stranger, 'withdraw'),
      transition(a, one, 'approve'),
      transition(d, four, 'start'),
      transition(d, four, 'withdraw'),
      transition(e, five, 'start'),
      transition(e, five, 'start'),
      decide(e, 'approve'),
      decide(f, 'no-show'),
    ];
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 1,
    );
    await release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status, body }) => `${status} ${body.state ?? body.code}`)).toEqual([
      '200 started',
      '409 illegal_transition',
      '200 withdrawn',
      '404 not_found',
      '403 forbidden',
      '200 started',
      '200 withdrawn',
      '200 started',
      '200 started',
      '409 illegal_transition',
      '200 no_show',
    ]);
    expect(new Map((await movesOf(ids)).map(({ id, moves }) => [id, moves]))).toEqual(
      new Map([
        [a, 'enrolled started'],
        [b, 'enrolled'],
        [c, 'enrolled withdrawn'],
        [d, 'enrolled started withdrawn'],
        [e, 'enrolled started'],
        [f, 'enrolled no_show'],
      ]),
    );
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 3, counted: 3 });
  });

  it('succeed for all other participants when one transition fails', async () => {
    const { r, people, ids } = await enrolled(8);
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    try {
      await owner.query(`
        CREATE FUNCTION research.refuses_one() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'this one cannot'; END $$;
        CREATE TRIGGER refuses_one BEFORE UPDATE ON research.participation FOR EACH ROW
          WHEN (OLD.id = '${ids[5]}') EXECUTE FUNCTION research.refuses_one()`);
      const answers = await Promise.all(
        people.map((p, i) => injectedRequestsOf(run).transition(ids[i] ?? '', p, 'start')),
      );
      expect(answers.map(({ status }) => status)).toEqual(
        people.map((_, i) => (i === 5 ? 500 : 200)),
      );
    } finally {
      await owner.query('DROP FUNCTION IF EXISTS research.refuses_one CASCADE');
      await owner.end();
    }
    expect(await eventsOf(ids, 'enrolment.participant-started')).toBe(7);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 8, counted: 8 });
  });

  it('offer as many freed seats to the waitlist as there are', async () => {
    const { r, people, ids } = await enrolled(10);
    const waiting = await makePeople(run.source, 6);
    const { enrol, transition } = injectedRequestsOf(run);
    const places = await Promise.all(waiting.map((p) => enrol(r, p, { waitlist: true })));
    const release = await lockTableRows(run, 'research.session', r.session_id);
    const answers = people.slice(0, 4).map((p, i) => transition(ids[i] ?? '', p, 'withdraw'));
    await release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const offered: { id: string }[] = await run.source.query(
      `SELECT id FROM research.participation WHERE session_id = $1 AND state = 'offered'`,
      [r.session_id],
    );
    expect(new Set(offered.map(({ id }) => id))).toEqual(
      new Set(places.slice(0, 4).map(({ body }) => body._id)),
    );
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 10,
      waitlisted: 2,
    });
  });
});
