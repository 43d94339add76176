import { Client } from 'pg';
import { sharedApp } from '../../../support/app/shared-app';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { eventually } from '../../../support/chance/wait';
import { injectedRequestsOf } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

interface Line {
  tag: string;
}

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a session that shows names, with this number of participants who completed. */
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
const lines = async (r: RecruitingStudy): Promise<Line[]> => {
  const url = `/api/sessions/${r.session_id}/roster/?names=false&limit=200`;
  const { body } = await asking.ask<{ items: Line[] }>('GET', url, r.researcher);
  return body.items;
};
/** Reads the state changes of each participation after its completion. */
const movesOf = async (ids: readonly string[]) => {
  const rows: { id: string; states: string[] }[] = await run.source.query(
    `SELECT participation_id AS id, array_agg(to_state::text ORDER BY id) AS states
     FROM research.participation_move WHERE participation_id = ANY($1::uuid[])
       AND to_state NOT IN ('enrolled', 'started', 'completed') GROUP BY participation_id`,
    [ids],
  );
  return rows.map(({ states }) => states);
};

describe('A request with many decisions', () => {
  it('decides nothing if its connection is cut off in the middle, and decides all when it is repeated', async () => {
    const { r, ids } = await completed(8);
    const decisions = (await lines(r)).map(({ tag }) => ({ tag, decision: { action: 'approve' } }));
    const ask = () =>
      asking.ask('POST', `/api/sessions/${r.session_id}/decisions/`, r.researcher, { decisions });
    const release = await lockTableRows(run, 'research.participation', ids.at(-1) ?? '');
    const cut = ask();
    const admin = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await admin.connect();
    // The request waits for the locked row; terminating its connection has the same effect as the
    // death of its process.
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
