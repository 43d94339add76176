import { Client } from 'pg';
import { Deadlines } from '../../../server/enrolment/seats/deadlines';
import { days } from '../../../server/platform/concurrency/clock';
import { startApp, TestClock } from '../../support/app';
import type { RunningApp } from '../../support/launch-app';
import { makePeople } from '../../support/people';
import { recruit, seats, type Recruiting } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { askingOf } from './asking';
import { holdRows } from './held-row';

interface Line {
  tag: string;
  entry: string;
  state: string;
}

let run: RunningApp;
let asking: ReturnType<typeof askingOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  asking = askingOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const reason = `${'Both checks of attention were answered with something else. '.repeat(2)}`;
/** So many who completed it, in a session that shows names. */
async function completed(people: number) {
  const r = await recruit(run, { privacy_level: 'roster_on_start', capacity: people });
  const ids: string[] = [];
  for (const who of await makePeople(run.source, people)) {
    const { _id } = (await asking.enrol(r, who)).body;
    for (const action of ['start', 'complete']) await asking.transition(_id, who, action);
    ids.push(_id);
  }
  return { r, ids };
}
const lines = async (r: Recruiting): Promise<Line[]> => {
  const url = `/api/sessions/${r.session_id}/roster/?names=false&limit=200`;
  const { body } = await asking.ask('GET', url, r.researcher);
  return (body as unknown as { items: Line[] }).items;
};
/** What became of each participation after it was completed. */
const movesOf = async (ids: readonly string[]) => {
  const rows: { id: string; states: string[] }[] = await run.source.query(
    `SELECT participation_id AS id, array_agg(to_state::text ORDER BY id) AS states
     FROM research.participation_move WHERE participation_id = ANY($1::uuid[])
       AND to_state NOT IN ('enrolled', 'started', 'completed') GROUP BY participation_id`,
    [ids],
  );
  return rows.map(({ states }) => states);
};

describe('A decision at the moment in which the 21 days are over', () => {
  it('is made, or the approval is: one of the two for each participation, and what was answered is true', async () => {
    const { r, ids } = await completed(12);
    const listed = await lines(r);
    clock.advance(days(21) + 1_000);
    const answers = await Promise.all([
      ...listed.map(async ({ entry }, i) => {
        const body =
          i % 2 === 0 ? { action: 'approve' } : { action: 'reject', category: 'other', reason };
        const url = `/api/sessions/${r.session_id}/roster/${entry}/`;
        return (await asking.ask('PUT', url, r.researcher, body)).status;
      }),
      ...[1, 2].map(() => run.app.get(Deadlines, { strict: false }).endOverdue()),
    ]);
    await run.app.get(Deadlines, { strict: false }).endOverdue();
    const now = new Map((await lines(r)).map(({ tag, state }) => [tag, state]));
    listed.forEach(({ tag }, i) => {
      const isRejection = i % 2 === 1;
      expect(now.get(tag)).toBe(isRejection && answers[i] === 200 ? 'rejected' : 'approved');
      expect([200, ...(isRejection ? [409] : [])]).toContain(answers[i]);
    });
    const moves = await movesOf(ids);
    expect(moves).toHaveLength(12);
    expect(moves.filter((states) => states.length !== 1)).toEqual([]);
    const rejected = [...now.values()].filter((state) => state === 'rejected').length;
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 12 - rejected });
  });
});

describe('A decision about many', () => {
  it('that is cut off in the middle has decided about nobody, and is made when it is asked again', async () => {
    const { r, ids } = await completed(8);
    const decisions = (await lines(r)).map(({ tag }) => ({ tag, decision: { action: 'approve' } }));
    const ask = () =>
      asking.ask('POST', `/api/sessions/${r.session_id}/decisions/`, r.researcher, { decisions });
    const release = await holdRows(run, 'research.participation', ids.at(-1) ?? '');
    const cut = ask();
    const admin = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await admin.connect();
    // It waits for the row that is held: the end of its connection is that of its process.
    await eventually(
      async () =>
        (
          await admin.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
          )
        ).rowCount,
      (ended) => (ended ?? 0) > 0,
    );
    await admin.end();
    expect((await cut).status).toBeGreaterThanOrEqual(500);
    await release();
    expect(await movesOf(ids)).toEqual([]);
    const again = await ask();
    expect([again.status, again.body]).toEqual([200, { decided: 8, already: 0 }]);
    expect((await movesOf(ids)).map((states) => states.join())).toEqual(Array(8).fill('approved'));
  });
});
