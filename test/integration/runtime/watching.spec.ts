/** The tests move the application’s clock by minutes, and to the next day. */
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listRunErrors, listRuns } from '../../../contracts/runtime/runs';
import { minutesUntilStalled } from '../../../contracts/runtime/stalled-run.rule';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { sha256Hex } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RecruitingStudy } from '../../support/people/recruiting';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
  type RecordContent,
} from './running';

const clock = new TestClock();
let run: RunningApp;
const minute = 60_000;
const day = 1_440 * minute;
beforeAll(async () => {
  // The clock is set to the next noon, so that no day ends while minutes pass.
  clock.advance((1.5 * day - (clock.now().getTime() % day)) % day);
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const event = (data: object): RecordContent => ({ kind: 'event', data: JSON.stringify(data) });
const error = (line: number, message = 'x is not defined') =>
  event({ type: 'error', message, file: 'task.js', line, column: 1 });
const blur = event({ type: 'blur', at: 5 });

const watchingOf = (r: RecruitingStudy) => {
  const { ask } = runRequestsOf(run);
  const at = `/api/sessions/${r.session_id}`;
  return {
    list: async () =>
      (await ask<EndpointResponseBody<typeof listRuns>>('GET', `${at}/runs/`, r.researcher)).body,
    errors: async (query = '') =>
      (
        await ask<EndpointResponseBody<typeof listRunErrors>>(
          'GET',
          `${at}/run-errors/${query}`,
          r.researcher,
        )
      ).body,
  };
};
const levelled = (privacy_level: PrivacyLevel) => launchHostedStudy(run, { privacy_level });

describe('A researcher who watches a session', () => {
  it('sees how many errors each run had, how often it lost the focus, and which errors', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const { list, errors } = watchingOf(r);
    const [many, one, none] = [await take(r), await take(r), await take(r)];
    await send(many, recordsToSend([error(3), blur, ...trialRecords(2), error(3), error(9)]));
    await send(many, recordsToSend([blur], 7));
    await send(one, recordsToSend([error(3)]));
    await send(none, recordsToSend(trialRecords(1)));
    const { items, totals } = await list();
    const of = new Map(items.map((line) => [line._id, [line.errors, line.focus_lost]]));
    expect([many, one, none].map(({ run: { _id } }) => of.get(_id))).toEqual([
      [3, 2],
      [1, 0],
      [0, 0],
    ]);
    expect(totals).toMatchObject({ open: 3, with_errors: 2, with_focus_lost: 1 });
    const at = { message: 'x is not defined', file: 'task.js' };
    const rows: { hash: string; message: string; file: string; line: number }[] =
      await run.source.query(
        `SELECT encode(hash, 'hex') AS hash, message, file, line FROM research.run_error
         WHERE run_id = ANY($1::uuid[])`,
        [[many.run._id, one.run._id]],
      );
    expect(rows).toHaveLength(3);
    for (const { hash, ...said } of rows)
      expect(sha256Hex(JSON.stringify(said))).not.toContain(hash);
    const first = await errors('?limit=1');
    expect(first.items).toMatchObject([{ ...at, line: 3, runs: 2 }]);
    const rest = await errors(`?limit=1&cursor=${first.next_cursor ?? ''}`);
    expect(rest).toMatchObject({ items: [{ ...at, line: 9, runs: 1 }], next_cursor: null });
  });

  it('sees each error once, however often its batch is sent', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    const records = recordsToSend([error(3), blur, error(4)]);
    await send(t, records.slice(0, 2));
    await send(t, records);
    await send(t, records);
    expect((await watchingOf(r).list()).items).toMatchObject([
      { records: 3, errors: 2, focus_lost: 1 },
    ]);
  });

  it('sees no errors from malformed events, which are stored like all data', async () => {
    const { take, send, own } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    const made = [
      { kind: 'event' as const, data: '{"type":"error","message":"\\u0000\\ud800"}' },
      { kind: 'event' as const, data: 'no JSON' },
      event({ type: 'error', message: 'a'.repeat(100_000) }),
    ];
    expect((await send(t, recordsToSend(made))).status).toBe(200);
    expect(await own(t)).toEqual(made.map((one, n) => ({ seq: n + 1, ...one })));
    expect((await watchingOf(r).list()).items).toMatchObject([{ errors: 1 }]);
  });

  it('sees at most a hundred different errors of one run, so that errors cannot fill the table', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    for (let batch = 0; batch < 8; batch++) {
      const errors = Array.from({ length: 20 }, (_, n) => error(1 + batch * 20 + n));
      await send(t, recordsToSend(errors, 1 + batch * 20));
    }
    expect((await watchingOf(r).list()).items).toMatchObject([{ errors: 160 }]);
    expect((await watchingOf(r).errors('?limit=200')).items).toHaveLength(100);
  });

  it('sees a run as stalled after some minutes without records, until a record arrives', async () => {
    const { take, send, start } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const { list } = watchingOf(r);
    const [t, done] = [await take(r), await take(r)];
    await send(done, recordsToSend([finishRecordOf([])]));
    const stalled = async () => (await list()).totals.stalled;
    clock.advance((minutesUntilStalled - 1) * minute);
    expect(await stalled()).toBe(0);
    clock.advance(minute);
    const { items, totals } = await list();
    expect(totals.stalled).toBe(1);
    expect(items.filter((line) => line.stalled).map(({ _id }) => _id)).toEqual([t.run._id]);
    await send(t, recordsToSend(trialRecords(1)));
    expect(await stalled()).toBe(0);
    clock.advance(minutesUntilStalled * minute);
    expect(await stalled()).toBe(1);
    // The page was opened a second time, and has nothing to send yet.
    await start(t.id, t.person, t.writer);
    expect(await stalled()).toBe(0);
  });

  it('sees of an anonymous session the number of open runs immediately, and everything else on the next day', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const { list, errors } = watchingOf(r);
    const [t, open] = [await take(r), await take(r)];
    const made = [error(3, `too late: ${clock.now().toISOString()}`), blur];
    await send(open, recordsToSend(made));
    await send(t, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
    clock.advance(minutesUntilStalled * minute);
    expect(await list()).toMatchObject({
      items: [],
      totals: { open: 1, finished: 1, with_errors: 0, with_focus_lost: 0, stalled: 0 },
    });
    expect((await errors()).items).toEqual([]);
    clock.advance(day);
    expect(await list()).toMatchObject({
      items: [{ _id: t.run._id, errors: 1, focus_lost: 1, stalled: false }],
      totals: { open: 1, with_errors: 1, with_focus_lost: 1, stalled: 0 },
    });
    expect((await errors()).items).toMatchObject([
      { message: 'too late: [withheld]', line: 3, runs: 1 },
    ]);
  });
});

describe('An error of an anonymous session', () => {
  it('is shown without its time in message, file, id and cursor', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const said = {
      message: `too late: ${clock.now().toISOString()}`,
      file: `data-${clock.now().getTime()}.js`,
      line: 3,
    };
    const made = [event({ type: 'error', ...said }), error(4)];
    await send(
      await take(r),
      recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]),
    );
    clock.advance(day);
    const { errors } = watchingOf(r);
    const first = await errors('?limit=1');
    const rest = await errors(`?limit=1&cursor=${first.next_cursor ?? ''}`);
    const items = [...first.items, ...rest.items].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    expect(items).toMatchObject([
      { message: 'too late: [withheld]', file: 'data-[withheld].js', line: 3 },
      { message: 'x is not defined', file: 'task.js', line: 4 },
    ]);
    // The answer must not contain a hash of an error. The message contains a clock time, which the
    // answer withholds: an observer could hash the message with each possible clock time, until the
    // hash matches.
    const tried = [said, { ...said, message: items[1]?.message, file: 'task.js', line: 4 }]
      .map((one) => sha256Hex(JSON.stringify(one)).slice(0, 32))
      .join('|');
    const told = Buffer.from(first.next_cursor ?? '', 'base64url').toString();
    expect(`${told} ${JSON.stringify(items)}`).not.toMatch(new RegExp(tried));
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(2);
    await runRequestsOf(run)
      .ask('GET', `/api/sessions/${r.session_id}/run-errors/?cursor=e30`, r.researcher)
      .then(({ status }) => expect(status).toBe(400));
  });
});

describe('The totals above the list of runs', () => {
  it.each(['anonymous', 'roster_on_completion', 'roster_on_start'] as const)(
    'match the lines that the list shows, for the level %s',
    async (level) => {
      const { take, send, move } = runRequestsOf(run);
      const r = await levelled(level);
      const { list } = watchingOf(r);
      const [before, done] = [await take(r), await take(r)];
      const early = [error(1), blur];
      await send(before, recordsToSend([...early, finishRecordOf(early.map(({ data }) => data))]));
      clock.advance(day);
      const [open, left] = [await take(r), await take(r)];
      await send(open, recordsToSend([error(1), blur]));
      await send(left, recordsToSend([blur]));
      await move(left.id, left.person, 'withdraw');
      const made = [error(2), blur];
      await send(done, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
      await move(done.id, done.person, 'complete');
      const { items, totals } = await list();
      const count = (is: (line: (typeof items)[number]) => boolean) => items.filter(is).length;
      expect(items).toHaveLength(
        { anonymous: 1, roster_on_completion: 2, roster_on_start: 4 }[level],
      );
      expect(totals).toMatchObject({
        with_errors: count((line) => line.errors > 0 || (line.missing_files ?? 0) > 0),
        with_focus_lost: count((line) => line.focus_lost > 0),
        stalled: count((line) => line.stalled),
      });
    },
  );
});

describe('The tables with data for watching', () => {
  it('store no time but the last contact of open runs in sessions with names from the start', async () => {
    const { take, send, move } = runRequestsOf(run);
    const contact = async (id: string) => {
      const [row]: { last_contact: Date | null }[] = await run.source.query(
        `SELECT last_contact FROM research.run WHERE id = $1`,
        [id],
      );
      return row?.last_contact ?? null;
    };
    for (const level of ['anonymous', 'roster_on_completion', 'roster_on_start'] as const) {
      const r = await levelled(level);
      const [open, done, left] = [await take(r), await take(r), await take(r)];
      await send(open, recordsToSend(trialRecords(1)));
      await send(done, recordsToSend([finishRecordOf([])]));
      await move(left.id, left.person, 'withdraw');
      const isKept = level === 'roster_on_start';
      expect([level, (await contact(open.run._id)) !== null]).toEqual([level, isKept]);
      for (const { run: one } of [done, left]) expect(await contact(one._id)).toBeNull();
    }
  });

  it('store nothing of a run after its participant has withdrawn the data', async () => {
    const { take, send, move } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    await send(t, recordsToSend([error(1)]));
    await move(t.id, t.person, 'withdraw');
    expect((await watchingOf(r).errors()).items).toHaveLength(1);
    await move(t.id, t.person, 'withdraw-data');
    expect((await watchingOf(r).errors()).items).toEqual([]);
    const rows: object[] = await run.source.query(
      `SELECT FROM research.run_error WHERE run_id = $1`,
      [t.run._id],
    );
    expect(rows).toEqual([]);
  });
});
