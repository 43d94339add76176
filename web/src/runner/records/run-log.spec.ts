/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createHash } from 'node:crypto';
import type { SentRecord, StartedRun } from '../../../../contracts/runtime/runtime';
import { CallError } from '../api';
import { openRecordStore, type RecordStore } from './record-store';
import { RunLog } from './run-log';
import type { RunLogState } from './run-log-wiring';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const zeros = '0'.repeat(64);
const after = (head: string, hash: string) =>
  sha256(Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(hash, 'hex')]));

/** A fake server with the rules of contracts/runtime/runtime.ts that matter for a single writer. */
class Server {
  readonly stored: SentRecord[] = [];
  head = zeros;
  isFinished = false;

  take({ trials }: { trials: SentRecord[] }): { stored_through: number } {
    for (const record of trials) {
      const before = this.stored[record.seq - 1];
      if (before?.sha256 === record.sha256) continue;
      if (before) throw new CallError(409, 'record_differs');
      if (record.seq !== this.stored.length + 1) throw new CallError(409, 'record_gap');
      if (this.isFinished) throw new CallError(409, 'run_ended');
      if (record.data.includes('refuse me'))
        throw new CallError(400, 'validation_failed', {
          fields: [
            { path: `trials.${trials.indexOf(record)}.data`, code: 'invalid', description: '' },
          ],
        });
      if (record.kind === 'finish') {
        const { count, head } = JSON.parse(record.data) as { count: number; head: string };
        if (count !== this.stored.length || head !== this.head)
          throw new CallError(409, 'record_differs');
        this.isFinished = true;
      }
      this.stored.push(record);
      this.head = after(this.head, record.sha256);
    }
    return { stored_through: this.stored.length };
  }
}

const runOn = (server: Server, runBytes = 20_000_000, runRecords = 1_000): StartedRun => ({
  _id: '0193a1b2-0000-7000-8000-000000000001',
  attempt: 1,
  state: 'open',
  stored_through: server.stored.length,
  stored_bytes: 0,
  head: server.head,
  participant: 'ab',
  seed: 'seed',
  condition: null,
  blinded: false,
  resume: { mode: 'trial', hours: 24 },
  url: '/s/key/index.html',
  files: [],
  begins_without: false,
  limits: {
    record_bytes: 1000,
    request_bytes: 5000,
    records_at_once: 7,
    run_bytes: runBytes,
    file_bytes: 1000,
    files_bytes: 2000,
    files: 3,
    run_records: runRecords,
  },
});

/** Simulates a page of the study until it is closed. The next page can use its record store. */
function page(
  server: Server,
  {
    store,
    line = () => 'through',
    runBytes,
    runRecords,
  }: Partial<{
    store: RecordStore;
    line: () => 'through' | 'request lost' | 'answer lost' | 'refused';
    runBytes: number;
    runRecords: number;
  }> & { store: RecordStore },
) {
  const states: RunLogState[] = [];
  const waiting = new Map<RunLogState, () => void>();
  let isClosed = false;
  const log = new RunLog({
    run: runOn(server, runBytes, runRecords),
    writer: 'f'.repeat(32),
    store,
    pauses: { first: 1, most: 2 },
    changed: (state) => {
      states.push(state);
      waiting.get(state)?.();
    },
    async send(body) {
      await Promise.resolve();
      const how = isClosed ? 'request lost' : line();
      if (how === 'request lost') throw new CallError(0, 'unreachable');
      if (how === 'refused') throw new CallError(503, 'unavailable', {}, 1);
      const answer = server.take(JSON.parse(body) as { trials: SentRecord[] });
      if (how === 'answer lost') throw new CallError(0, 'unreachable');
      return answer;
    },
  });
  return {
    log,
    states,
    until: (state: RunLogState) =>
      states.includes(state)
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.set(state, resolve)),
    close: () => {
      isClosed = true;
      log.stop();
    },
  };
}

const kept = () => openRecordStore('participation');
/** Random whole numbers below `n`; the same seed gives the same numbers. */
function numbers(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

test('all records are stored once and in order, whichever requests and responses are lost', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const chance = numbers(seed);
    const server = new Server();
    const store = await kept();
    const line = () =>
      (['through', 'through', 'request lost', 'answer lost', 'refused'] as const)[chance(5)] ??
      'through';
    const written: string[] = [];
    // The first two pages are closed in the middle of the run; the last one stays until the end.
    for (const isLast of [false, false, true]) {
      const { log, until, close } = page(server, { store, line });
      await log.takeUp();
      for (let i = chance(15); i >= 0; i--) {
        const data = JSON.stringify({ trial: written.length, text: 'ü\u0000"'.repeat(chance(40)) });
        written.push(data);
        await log.append('trial', data);
      }
      if (isLast) {
        await log.finish();
        await until('finished');
      }
      close();
    }
    const stored = server.stored.filter(({ kind }) => kind === 'trial').map(({ data }) => data);
    expect({ seed, stored }).toEqual({ seed, stored: written });
    expect(server.isFinished).toBe(true);
  }
});

test('a record that is too large or refused keeps its number and does not block the others', async () => {
  const server = new Server();
  const { log, until } = page(server, { store: await kept() });
  await log.append('trial', '"first"');
  await log.append('trial', JSON.stringify('x'.repeat(2000)));
  await log.append('trial', '"\ud800"');
  await log.append('trial', '"refuse me"');
  await log.append('trial', '"last"');
  await log.finish();
  await until('finished');
  expect(server.stored.map(({ kind }) => kind)).toEqual([
    'trial',
    'lost',
    'lost',
    'lost',
    'trial',
    'finish',
  ]);
  expect(JSON.parse(server.stored[1]?.data ?? '')).toEqual({
    kind: 'trial',
    bytes: 2002,
    sha256: sha256(JSON.stringify('x'.repeat(2000))),
    reason: 'too_long',
  });
});

test('a full run reports how many records it lost, and still ends', async () => {
  const server = new Server();
  const { log, until } = page(server, { store: await kept(), runBytes: 25 });
  for (let i = 0; i < 4; i++) await log.append('trial', '"ten bytes"');
  await log.finish();
  await until('finished');
  const reasons = server.stored.map(({ kind, data }) =>
    kind === 'lost' ? (JSON.parse(data) as { reason: string }).reason : kind,
  );
  expect(reasons).toEqual(['trial', 'trial', 'run_full', 'run_full', 'finish']);
});

test('a page writes nothing after a different page has taken over the run', async () => {
  const server = new Server();
  const { log, until } = page(server, {
    store: await kept(),
    line: () => {
      throw new CallError(409, 'taken_over');
    },
  });
  await log.append('trial', '1');
  await until('taken_over');
  await log.append('trial', '2');
  await log.finish();
  expect(server.stored).toEqual([]);
});

test('at most one request with unsent records waits when the page is closed', async () => {
  const server = new Server();
  const store = await kept();
  // This page has no connection, so all of its records stay in the browser.
  const first = page(server, { store, line: () => 'request lost' });
  for (let i = 0; i < 30; i++) await first.log.append('trial', `${i}`);
  first.close();
  const { log, until } = page(server, { store });
  expect(await log.takeUp()).toBe(30);
  await log.finish();
  await until('finished');
  expect(server.stored.slice(0, 30).map(({ data }) => Number(data))).toEqual([...Array(30).keys()]);
});

test('a study that never stops recording still ends, and the last record before the finish reports the loss', async () => {
  const server = new Server();
  const { log, until } = page(server, { store: await kept() });
  for (let n = 0; n < 1_200; n++) void log.append('trial', String(n));
  await log.finish();
  await until('finished');
  expect(server.stored).toHaveLength(1_001);
  expect(server.stored.slice(-3).map(({ seq, kind }) => [seq, kind])).toEqual([
    [999, 'trial'],
    [1_000, 'lost'],
    [1_001, 'finish'],
  ]);
});

test('a study that has filled its run reports lost records at most a thousand times, and can end', async () => {
  const server = new Server();
  const { log, until } = page(server, { store: await kept(), runBytes: 10, runRecords: 5_000 });
  for (let n = 0; n < 1_500; n++) void log.append('trial', 'more than ten');
  await log.finish();
  await until('finished');
  expect(server.stored.filter(({ kind }) => kind === 'lost')).toHaveLength(1_000);
});

test('a stopped log reports no end, so a late response to its last batch does not end its successor', async () => {
  const server = new Server();
  let refuse: (error: CallError) => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const states: RunLogState[] = [];
  const log = new RunLog({
    run: runOn(server),
    writer: 'f'.repeat(32),
    store: await kept(),
    changed: (state) => states.push(state),
    send: () =>
      new Promise((_, reject) => {
        refuse = reject;
        isAsked();
      }),
  });
  await log.append('event', '{}');
  await asked;
  log.stop();
  refuse(new CallError(409, 'run_ended'));
  // Waits until the log has handled the refusal.
  await new Promise((resolve) => setImmediate(resolve));
  expect(states).toEqual(['saving']);
});
