/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listRuns } from '../../../contracts/runtime/runs';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
  type RecordContent,
  type RunParticipation,
} from './running';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const hour = 3_600_000;
const day = 24 * hour;

type List = EndpointResponseBody<typeof listRuns>;

describe('The runs of a session', () => {
  const list = (t: RunParticipation, who: TestPerson, query = '') =>
    runRequestsOf(run).ask<List>('GET', `/api/sessions/${t.r.session_id}/runs/${query}`, who);
  const read = async (t: RunParticipation, who: TestPerson) =>
    (await runRequestsOf(run).text(`/api/runs/${t.run._id}/records/`, who)).status;
  const rosterTags = async ({ r }: RunParticipation) => {
    const roster = await runRequestsOf(run).ask<{ items: { tag: string }[] }>(
      'GET',
      `/api/sessions/${r.session_id}/roster/?names=false`,
      r.researcher,
    );
    return roster.body.items.map(({ tag }) => tag);
  };

  it('are listed live by roster tag if names are shown, and can be read while they run', async () => {
    const { take, send, text, linesOf } = runRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const t = await take(r);
    const made = trialRecords(3);
    await send(t, recordsToSend(made));
    const { body } = await list(t, r.researcher);
    expect(body.totals).toEqual({
      open: 1,
      finished: 0,
      ended: 0,
      with_lost_records: 0,
      with_no_records: 0,
      with_few_records: 0,
      with_errors: 0,
      with_missing_files: 0,
      with_focus_lost: 0,
      never_began: 0,
      timed_out: 0,
      listed: 1,
      fast: 0,
      stalled: 0,
    });
    expect(body.items).toMatchObject([
      {
        _id: t.run._id,
        attempt: 1,
        state: 'open',
        records: 3,
        lost: 0,
        environment: { device: 'desktop', browser: 'firefox' },
      },
    ]);
    expect(body.items.map(({ tag }) => tag)).toEqual(await rosterTags(t));
    const records = await text(`/api/runs/${t.run._id}/records/?after=1`, r.researcher);
    expect(linesOf(records.text)).toEqual([
      { seq: 2, ...made[1] },
      { seq: 3, ...made[2] },
    ]);
    const page = await text(`/api/runs/${t.run._id}/records/?after=1&limit=1`, r.researcher);
    expect(linesOf(page.text)).toEqual([{ seq: 2, ...made[1] }]);
    for (const limit of ['0', 'all', '-1'])
      expect([
        limit,
        (await text(`/api/runs/${t.run._id}/records/?limit=${limit}`, r.researcher)).status,
      ]).toEqual([limit, 400]);
    const other = await makeResearcher(run.source);
    expect((await list(t, other)).status).toBe(404);
    expect(await read(t, other)).toBe(404);
    expect(await read(t, t.person)).toBe(403);
  });

  it('of an anonymous session are totals only until run and day are over, and then show no time', async () => {
    const { take, send, move, linesOf } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const all = [await take(r), await take(r), await take(r)];
    const [open, left] = [await take(r), await take(r)];
    // The records of the study contain the time by its own clock.
    const now = clock.now();
    const made = { at: now.getTime(), said: now.toISOString() };
    const data = JSON.stringify(made);
    for (const t of [...all, open, left]) await send(t, recordsToSend([{ kind: 'trial', data }]));
    for (const t of all) await send(t, recordsToSend([finishRecordOf([data])], 2));
    const [first] = all;
    if (!first) throw new Error('nobody takes part');
    const live = await list(first, r.researcher);
    expect(live.body).toMatchObject({ items: [], next_cursor: null, totals: { open: 2 } });
    expect(await read(first, r.researcher)).toBe(404);

    clock.advance(day);
    const later = await runRequestsOf(run).ask<List>(
      'GET',
      `/api/sessions/${r.session_id}/runs/?limit=2`,
      r.researcher,
    );
    expect(later.body.items).toHaveLength(2);
    // The answers contain only days, and no time.
    expect(JSON.stringify([live.body, later.body])).not.toMatch(/\d\d:\d\d/);
    const records = await runRequestsOf(run).text(
      `/api/runs/${first.run._id}/records/`,
      r.researcher,
    );
    expect(linesOf(records.text)).toEqual([
      { seq: 1, kind: 'trial', data: '{"at":null,"said":null}' },
      expect.objectContaining({ seq: 2, kind: 'finish' }),
    ]);
    const rest = await list(first, r.researcher, `?limit=2&cursor=${later.body.next_cursor ?? ''}`);
    const ids = [...later.body.items, ...rest.body.items].map(({ _id }) => _id);
    expect(new Set(ids)).toEqual(new Set(all.map((t) => t.run._id)));
    expect(rest.body.next_cursor).toBeNull();
    expect(await read(first, r.researcher)).toBe(200);
    expect(later.body.items.map(({ environment }) => environment)).toEqual([null, null]);
    // A participant who returns or leaves changes no line at that moment.
    await send(open, recordsToSend(trialRecords(1), 2));
    await move(left.id, left.person, 'withdraw');
    expect((await list(first, r.researcher)).body.items).toHaveLength(3);
    for (const t of [open, left]) expect(await read(t, r.researcher)).toBe(404);
    clock.advance(day);
    expect((await list(first, r.researcher)).body.items).toHaveLength(4);
    expect(await read(left, r.researcher)).toBe(200);
    expect(await read(open, r.researcher)).toBe(404);
  });

  it('of an anonymous session show no part of a text, from whatever position they are read', async () => {
    const { take, send, text, linesOf } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const at = String(clock.now().getTime());
    const result = (keep: number): RecordContent => ({
      kind: 'event',
      data: JSON.stringify({ type: 'result', component: 1, keep, parts: 1 }),
    });
    // When a result changes, the page keeps the first characters that did not change, and sends
    // only the rest. Here, the unchanged characters end within the timestamp.
    const made: RecordContent[] = [
      result(0),
      { kind: 'text', data: `{"at":${at}}` },
      result(12),
      { kind: 'text', data: `${at.slice(6)},"n":2}` },
      { kind: 'text', data: 'of its own' },
    ];
    const all = made.map(({ data }) => data);
    await send(t, recordsToSend([...made, finishRecordOf(all)]));
    clock.advance(day);
    const shown = async (after: number) => {
      const path = `/api/runs/${t.run._id}/records/?after=${after}`;
      const lines = linesOf((await text(path, t.r.researcher)).text);
      return lines.filter(({ kind }) => kind !== 'finish');
    };
    const told = [
      { seq: 1, ...made[0] },
      { seq: 2, kind: 'text', data: '{"at":null}' },
      { seq: 3, ...made[2] },
      { seq: 4, kind: 'text', data: '[withheld]' },
      { seq: 5, ...made[4] },
    ];
    for (const after of [0, 2, 3, 4]) expect(await shown(after)).toEqual(told.slice(after));
  });

  it('of a session with names on completion are listed live from the completion on', async () => {
    const { take, send, move } = runRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_completion' });
    const [done, under] = [await take(r), await take(r)];
    await send(under, recordsToSend(trialRecords(1)));
    await send(done, recordsToSend([finishRecordOf([])]));
    expect((await list(done, r.researcher)).body.items).toEqual([]);
    await move(done.id, done.person, 'complete');
    const { items } = (await list(done, r.researcher)).body;
    expect(items.map(({ _id }) => _id)).toEqual([done.run._id]);
    expect(await read(under, r.researcher)).toBe(404);
  });

  it('are marked when finished with fewer records than the study expects', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await run.source.query(
      `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime,expected_records}', '3')
       WHERE id = $1`,
      [r.session_id],
    );
    const [few, enough, open] = [await take(r), await take(r), await take(r)];
    const made = trialRecords(2);
    await send(few, recordsToSend([finishRecordOf([])]));
    await send(enough, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
    await send(open, recordsToSend(trialRecords(1)));
    const { items, totals } = (await list(few, r.researcher)).body;
    expect(items.filter((one) => one.few_records).map(({ _id }) => _id)).toEqual([few.run._id]);
    expect(totals).toMatchObject({ finished: 2, open: 1, with_few_records: 1 });
  });

  it('are marked when finished without any record, whatever the study expects', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const [none, one, open] = [await take(r), await take(r), await take(r)];
    const made = trialRecords(1);
    await send(none, recordsToSend([finishRecordOf([])]));
    await send(one, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
    await send(open, recordsToSend(trialRecords(1)));
    const { items, totals } = (await list(none, r.researcher)).body;
    expect(items.filter((line) => line.no_records).map(({ _id }) => _id)).toEqual([none.run._id]);
    expect(totals).toMatchObject({ finished: 2, with_no_records: 1, with_few_records: 0 });
  });

  it('can be resumed for at least the hours that the study sets, and then restarted', async () => {
    const { take, send, start } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    await send(t, recordsToSend(trialRecords(1)));
    const resume = async () => (await start(t.id, t.person, t.writer)).body.resume.mode;
    clock.advance(24 * hour);
    expect(await resume()).toBe('trial');
    clock.advance(24 * hour);
    expect(await resume()).toBe('restart');
    const anew = await start(t.id, t.person, t.writer, { attempt: 2 });
    expect(anew.body).toMatchObject({ attempt: 2, resume: { mode: 'trial' } });
  });

  it('store no address, and no time but the last contact of an open run', async () => {
    const rows: { name: string; type: string }[] = await run.source.query(
      `SELECT table_name || '.' || column_name AS name, data_type AS type
       FROM information_schema.columns
       WHERE table_schema = 'research' AND table_name LIKE 'run%'`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const said = rows.filter(({ type }) => /time|inet|interval/.test(type));
    expect(said.map(({ name }) => name)).toEqual(['run.last_contact']);
    const dates = rows.filter(({ type }) => type === 'date').map(({ name }) => name);
    expect(dates.sort()).toEqual(['run.day', 'run.last_day', 'run_error.day']);
  });
});
