import type { RehearsalRows } from '../../../contracts/research-data/rehearsal-data';
import type { Rehearsal } from '../../../contracts/runtime/rehearsals';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher } from '../../support/people/people';
import { studyExportRequestsOf } from '../research-data/exporting';
import { makeStudy } from '../studies/fixtures';
import { rehearsalRequestsOf } from './rehearsing';
import {
  chainHeadOf,
  newWriterId,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const cells = ['fast', 'slow'].map((name) => ({ name, share: 1, values: { delay: 5 } }));
const conditions = { draw: 'least_filled', repeats: 1, blinded: false, cells } as const;

const countOf = async (table: string, rehearsal: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM research.${table} c
     JOIN research.rehearsal_run r ON r.id = c.run_id WHERE r.rehearsal_id = $1`,
    [rehearsal],
  );
  return row?.n ?? 0;
};

describe('A rehearsal of a study', () => {
  it('stores records of simulated participants, shows their counts, and draws conditions evenly', async () => {
    const { hosted, make, at, through, ask, next, end, start } = rehearsalRequestsOf(run);
    const { study, researcher, version } = await hosted({ conditions });
    const made = await make(study, researcher, { participants: 5 });
    expect(made).toMatchObject({
      status: 201,
      body: { version_id: version, mode: 'data-only', participants: 5, runs: [] },
    });
    const id = made.body._id;
    for (const count of [3, 5, 4, 4])
      await through(id, researcher, trialRecords(count), {
        ms: count * 1000,
        answers_ms: count * 300,
      });
    const stalled = await next(id, researcher);
    expect(stalled.run).toMatchObject({ number: 5, participant: 'simulated005', attempt: 1 });
    const how = { outcome: 'stalled', not_simulated: ['rok'], stuck_at: 'rok', answers_ms: null };
    expect((await end(id, researcher, stalled, how)).body).toMatchObject({ outcome: 'stalled' });
    expect(await start(id, researcher)).toMatchObject({ status: 409, body: { code: 'run_ended' } });

    const { body } = await ask<Rehearsal>('GET', at(id), researcher);
    expect(body.summary).toMatchObject({
      completed: 4,
      // The numbers include the `finish` record of each run.
      records: { least: 4, median: 5, most: 6 },
      ms: { least: 3000, median: 4000, most: 5000 },
      answers_ms: { least: 900, median: 1200, most: 1500 },
      lost: 0,
      not_simulated: [{ plugin: 'rok', runs: 1 }],
    });
    expect(body.summary.conditions.map(({ runs }) => runs)).toEqual([2, 2]);
    const [stored]: { n: number }[] = await run.source.query(
      `SELECT sum(c.last - c.first + 1)::int AS n FROM research.rehearsal_chunk c
       JOIN research.rehearsal_run r ON r.id = c.run_id WHERE r.rehearsal_id = $1`,
      [id],
    );
    expect(stored?.n).toBe(body.runs.reduce((sum, { records }) => sum + records, 0));
  });

  it('accepts records by the rules for participants: no gap, no changed data, no end before all records', async () => {
    const { hosted, make, next, send, end } = rehearsalRequestsOf(run);
    const { study, researcher } = await hosted();
    const { _id: id } = (await make(study, researcher)).body;
    const one = await next(id, researcher);
    const made = trialRecords(3);
    const code = async (sent: ReturnType<typeof recordsToSend>) =>
      (await send(id, researcher, one, sent)).body.code;
    expect(await code(recordsToSend(made.slice(1), 2))).toBe('record_gap');
    expect(await code(recordsToSend(made))).toBeUndefined();
    expect((await send(id, researcher, one, recordsToSend(made))).body).toEqual({
      stored_through: 3,
    });
    expect(await code(recordsToSend(trialRecords(1, 'another')))).toBe('record_differs');
    const short = JSON.stringify({
      count: 3,
      head: chainHeadOf(made.slice(1).map(({ data }) => data)),
    });
    expect(await code(recordsToSend([{ kind: 'finish', data: short }], 4))).toBe('record_differs');
    expect((await end(id, researcher, one)).body.code).toBe('data_incomplete');
    const other = { ...one, writer: newWriterId() };
    expect((await send(id, researcher, other, recordsToSend(trialRecords(1), 4))).body.code).toBe(
      'taken_over',
    );
    await next(id, researcher);
    expect(await code(recordsToSend(trialRecords(1), 4))).toBe('run_ended');
  });

  it('gives each writer one simulated participant, also for concurrent starts', async () => {
    const { hosted, make, start, at, ask } = rehearsalRequestsOf(run);
    const { study, researcher } = await hosted({ conditions });
    const { _id: id } = (await make(study, researcher, { participants: 2 })).body;
    const writer = newWriterId();
    const [a, b] = await Promise.all([
      start(id, researcher, writer),
      start(id, researcher, writer),
    ]);
    expect(b.body._id).toBe(a.body._id);
    const both = await Promise.all([start(id, researcher), start(id, researcher)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await ask<Rehearsal>('GET', at(id), researcher);
    expect(body.runs.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'stopped'],
      [2, null],
    ]);
  });

  it('shows errors of the study’s code with file and line, and shows lost records', async () => {
    const { hosted, make, through, ask, at } = rehearsalRequestsOf(run);
    const { study, researcher } = await hosted();
    const { _id: id } = (await make(study, researcher)).body;
    const error = { type: 'error', message: 'x is not defined', file: 'js/main.js', line: 12 };
    const events = [{ kind: 'event' as const, data: JSON.stringify(error) }];
    await through(id, researcher, [...events, ...trialRecords(1)]);
    await through(id, researcher, events);
    const lost = { kind: 'trial', bytes: 9, sha256: 'a'.repeat(64), reason: 'too_long' };
    await through(id, researcher, [{ kind: 'lost', data: JSON.stringify(lost) }]);
    const { summary } = (await ask<Rehearsal>('GET', at(id), researcher)).body;
    const { message, file, line } = error;
    expect(summary.errors).toEqual([{ message, file, line, runs: 2 }]);
    // The expected number of records includes the `finish` record, but not the error record.
    expect(summary.records).toEqual({ least: 2, median: 2, most: 3 });
    expect(summary.expected).toEqual({ least: 1, median: 2, most: 2 });
    expect(summary.lost).toBe(1);
  });

  it('shows the rows of an export, with names that mark simulated participants', async () => {
    const { hosted, make, through, next, ask, at } = rehearsalRequestsOf(run);
    const { unpack } = studyExportRequestsOf(run);
    const { study, researcher } = await hosted();
    const { _id: id } = (await make(study, researcher)).body;
    await through(id, researcher, trialRecords(3));
    await through(id, researcher, trialRecords(12));
    await next(id, researcher);
    const rows = (await ask<RehearsalRows>('GET', at(id, 'rows/'), researcher)).body;
    expect(rows).toMatchObject({ total_rows: 15, runs: 2, left_out: { unfinished: 1 } });
    expect(rows.rows).toHaveLength(10);
    const names = rows.columns.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['run_participant', 'about', 'n', 'rt']));

    const url = at(id, 'export/?format=json');
    const answer = await run.app.inject({ method: 'GET', url, headers: researcher.headers });
    expect(answer.headers['content-disposition']).toMatch(/rehearsal-\d{4}-\d\d-\d\d\.zip/);
    const { data, manifest } = unpack(answer.rawPayload);
    expect(data).toHaveLength(15);
    expect(new Set(data.map((row) => row.run_participant))).toEqual(
      new Set(['simulated001', 'simulated002']),
    );
    expect(manifest).toMatchObject({ rehearsal: { _id: id, mode: 'data-only' } });
    const first = data.slice(0, 10).map((row) => names.map((name) => row[name] ?? null));
    expect(rows.rows).toEqual(first);
    for (const format of ['csv', 'jsonl', 'parquet', 'psych-ds', 'bids']) {
      const one = at(id, `export/?format=${format}`);
      const { statusCode } = await run.app.inject({
        method: 'GET',
        url: one,
        headers: researcher.headers,
      });
      expect([format, statusCode]).toEqual([format, 200]);
    }
    const wrong = await ask('GET', at(id, 'export/?format=exe'), researcher);
    expect(wrong).toMatchObject({ status: 400, body: { fields: [{ path: 'format' }] } });
  });

  it('is absent from exports, run lists, counts and draws of the study’s participants', async () => {
    const { make, through, ask } = rehearsalRequestsOf(run);
    const exporting = studyExportRequestsOf(run);
    const running = runRequestsOf(run);
    const r = await launchHostedStudy(run, {}, conditions);
    const { study_id, session_id, researcher } = r;
    // The draft has the same settings that the session was launched with.
    await run.source.query(
      `UPDATE research.study SET runtime = (SELECT snapshot->'runtime' FROM research.session
         WHERE id = $2) WHERE id = $1`,
      [study_id, session_id],
    );
    const paths = ['runs/', 'conditions/', 'roster/', ''].map(
      (rest) => `/api/sessions/${session_id}/${rest}`,
    );
    const seen = () =>
      Promise.all(
        [...paths, `/api/studies/${study_id}/`].map((path) => ask('GET', path, researcher)),
      );
    const before = await seen();
    const { _id: id } = (await make(study_id, researcher)).body;
    for (const count of [2, 3]) await through(id, researcher, trialRecords(count));
    expect(await seen()).toEqual(before);
    const { data, runs } = await exporting.downloaded(study_id, researcher, {
      format: 'json',
      unfinished: true,
    });
    expect([data, runs]).toEqual([[], []]);
    const [count]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM research.run WHERE session_id = $1`,
      [session_id],
    );
    expect(count?.n).toBe(0);
    // The database role that makes exports of participants cannot read a rehearsal.
    const [{ may } = { may: true }]: { may: boolean }[] = await run.source.query(
      `SELECT has_table_privilege('commonlab_export', 'research.rehearsal_run', 'SELECT')
         OR has_table_privilege('commonlab_export', 'research.rehearsal_chunk', 'SELECT') AS may`,
    );
    expect(may).toBe(false);
    // The server refuses the id of a rehearsal's run in a request about a participant's run.
    const taking = await running.take(r);
    const sent = await running.send(taking, recordsToSend(trialRecords(1)), { run_id: id });
    expect(sent.status).toBe(404);
  });

  it('is deleted completely by its people, and automatically when there are more than five', async () => {
    const { hosted, make, through, ask, at } = rehearsalRequestsOf(run);
    const { study, researcher } = await hosted();
    const { _id: first } = (await make(study, researcher)).body;
    await through(first, researcher, trialRecords(2));
    expect(await countOf('rehearsal_chunk', first)).toBe(1);
    expect((await ask('DELETE', at(first), researcher)).status).toBe(204);
    expect(await countOf('rehearsal_chunk', first)).toBe(0);
    expect((await ask('GET', at(first), researcher)).status).toBe(404);
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push((await make(study, researcher)).body._id);
    const { items } = (
      await ask<{ items: Rehearsal[] }>('GET', `/api/studies/${study}/rehearsals/`, researcher)
    ).body;
    expect(items.map(({ _id }) => _id).sort()).toEqual(ids.slice(1).sort());
  });

  it('is available for a study made with the builder', async () => {
    const { built, make, through, ask, at } = rehearsalRequestsOf(run);
    const { study, researcher, version } = await built();
    const made = await make(study, researcher);
    expect(made).toMatchObject({ status: 201, body: { version_id: version } });
    await through(made.body._id, researcher, trialRecords(2));
    const { body } = await ask<Rehearsal>('GET', at(made.body._id), researcher);
    expect(body.summary.completed).toBe(1);
  });

  it('is available only for studies that run on this server, and only to people who may edit', async () => {
    const { hosted, make } = rehearsalRequestsOf(run);
    const { makeEditor } = studyExportRequestsOf(run);
    const { study } = await hosted();
    const editor = await makeEditor(study);
    expect((await make(study, editor)).status).toBe(201);
    const stranger = await makeResearcher(run.source);
    expect((await make(study, stranger)).status).toBe(404);
    const person = await makePerson(run.source);
    expect((await make(study, person)).status).toBe(404);
    const other = await makeStudy(run, editor);
    expect((await make(other, editor)).body.code).toBe('nothing_to_rehearse');
  });

  it('starts no simulated participant after its version was deleted', async () => {
    const { hosted, make, start, ask } = rehearsalRequestsOf(run);
    const { study, researcher, version } = await hosted();
    const { _id: id } = (await make(study, researcher)).body;
    const read = await ask<{ version: number }>('GET', `/api/studies/${study}/`, researcher);
    await ask('PUT', `/api/studies/${study}/`, researcher, {
      version: read.body.version,
      runtime: null,
    });
    const gone = await ask('DELETE', `/api/studies/${study}/versions/${version}/`, researcher);
    expect(gone.status).toBe(204);
    expect((await start(id, researcher)).body.code).toBe('nothing_to_rehearse');
  });
});
