/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { randomUUID } from 'node:crypto';
import type {
  BatchChangeOutcome,
  SessionBatchDocument,
} from '../../../contracts/runtime/batch-session';
import { jatosIdsOf } from '../../../contracts/runtime/jatos-ids.rule';
import type { JsonValue, PatchOperation } from '../../../contracts/runtime/json-patch.rule';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makePerson, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy, RecruitingOptions } from '../../support/people/recruiting';
import { newWriterId, launchHostedStudy, runRequestsOf, type RunParticipation } from './running';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterEach(() => clock.reset());
afterAll(() => run.close());
const day = 24 * 3_600_000;

interface Shared {
  version: number;
  document?: JsonValue;
}
interface Changed extends Shared {
  outcome: BatchChangeOutcome;
  document: JsonValue;
}
type Expected = { path: string; value?: JsonValue }[];

const recruited = (more: RecruitingOptions = {}) =>
  launchHostedStudy(run, { capacity: 100, privacy_level: 'roster_on_start', ...more });
const read = ({ id, person }: Pick<RunParticipation, 'id' | 'person'>, after?: number) =>
  runRequestsOf(run).ask<Shared>(
    'GET',
    `/api/participations/${id}/batch-session/${after === undefined ? '' : `?after=${after}`}`,
    person,
  );
const change = (
  { id, person, run: { _id }, writer }: RunParticipation,
  patch: PatchOperation[] | object[],
  expects: Expected = [],
  more: object = {},
) =>
  runRequestsOf(run).ask<Changed>('POST', `/api/participations/${id}/batch-session/`, person, {
    ...{ run_id: _id, writer, change_id: randomUUID(), patch, expects, ...more },
  });
const documentOf = async (taking: RunParticipation) => (await read(taking)).body.document;
const seenBy = async ({ session_id }: RecruitingStudy, person: TestPerson) =>
  runRequestsOf(run).ask<SessionBatchDocument>(
    'GET',
    `/api/sessions/${session_id}/batch-session/`,
    person,
  );
const add = (path: string, value: JsonValue) => ({ op: 'add', path, value }) as const;

/**
 * Like `jatos.batchSession.set('count', jatos.batchSession.get('count') + 1)`, repeated until it
 * succeeds.
 */
async function increment(taking: RunParticipation): Promise<void> {
  for (;;) {
    const count = ((await documentOf(taking)) as { count?: number }).count;
    const expects = [count === undefined ? { path: '/count' } : { path: '/count', value: count }];
    const { status, body } = await change(taking, [add('/count', (count ?? 0) + 1)], expects);
    if (status !== 200) throw new Error(JSON.stringify(body));
    if (body.outcome === 'applied') return;
    expect(body.outcome).toBe('changed');
  }
}

describe('The document that the participants of a session share', () => {
  it('loses no increment when two participants count to a hundred concurrently', async () => {
    const r = await recruited();
    const { take } = runRequestsOf(run);
    const both = [await take(r), await take(r)];
    await Promise.all(
      both.map(async (one) => {
        for (let n = 0; n < 100; n++) await increment(one);
      }),
    );
    expect(await Promise.all(both.map(documentOf))).toEqual([{ count: 200 }, { count: 200 }]);
  });

  it('applies thirty concurrent changes of different members without a conflict', async () => {
    const r = await recruited();
    const all = await Promise.all(Array.from({ length: 30 }, () => runRequestsOf(run).take(r)));
    const answers = await Promise.all(
      all.map((one, n) => change(one, [add(`/p${n}`, n)], [{ path: `/p${n}` }])),
    );
    expect(answers.map(({ body }) => body.outcome)).toEqual(all.map(() => 'applied'));
    const [first] = all;
    if (!first) throw new Error('nobody takes part');
    expect(Object.keys((await documentOf(first)) as object)).toHaveLength(30);
  });

  it('begins empty, is read by version, and is not visible to other sessions', async () => {
    const [r, other] = [await recruited(), await recruited()];
    const { take, enrolled } = runRequestsOf(run);
    const [one, two, elsewhere] = [await take(r), await take(r), await take(other)];
    expect((await read(one)).body).toEqual({ version: 0, document: {} });
    expect((await read(one, 0)).body).toEqual({ version: 0 });
    expect((await change(one, [add('/a', 1)])).body).toMatchObject({
      ...{ outcome: 'applied', version: 1, document: { a: 1 } },
    });
    expect((await read(two, 0)).body).toEqual({ version: 1, document: { a: 1 } });
    expect((await read(two, 1)).body).toEqual({ version: 1 });
    expect(await documentOf(elsewhere)).toEqual({});
    const stranger = await makePerson(run.source);
    expect((await read({ ...one, person: stranger })).status).toBe(404);
    expect((await change({ ...one, person: stranger }, [add('/a', 2)])).status).toBe(404);
    expect((await read(await enrolled(r))).status).toBe(404);
  });

  it('applies a patch completely or not at all, and the answer names the reason', async () => {
    const one = await runRequestsOf(run).take(await recruited());
    await change(one, [add('', { list: [1, 2], a: { b: null } })]);
    const outcomes: [BatchChangeOutcome, object[], Expected?][] = [
      ['test_failed', [add('/x', 1), { op: 'test', path: '/a/b', value: 1 }]],
      ['no_such_path', [add('/x', 1), { op: 'remove', path: '/list/2' }]],
      ['invalid_pointer', [add('x', 1)]],
      ['too_large', [add('/x', 'x'.repeat(100_001))]],
      ['too_deep', [add('/x', JSON.parse('['.repeat(33) + ']'.repeat(33)) as JsonValue)]],
      ['changed', [add('/x', 1)], [{ path: '/list', value: [1] }]],
      ['changed', [add('/x', 1)], [{ path: '/list' }]],
    ];
    for (const [outcome, patch, expects] of outcomes)
      expect((await change(one, patch, expects)).body).toMatchObject({
        ...{ outcome, version: 1, document: { a: { b: null }, list: [1, 2] } },
      });
    const patch = [
      { op: 'test', path: '/list/0', value: 1 },
      { op: 'move', from: '/list/0', path: '/taken' },
      { op: 'copy', from: '/taken', path: '/a/b' },
    ];
    expect((await change(one, patch, [{ path: '/x' }])).body.document).toEqual({
      ...{ a: { b: 1 }, list: [2], taken: 1 },
    });
  });

  it('applies a change once if its answer was lost and it is sent a second time', async () => {
    const r = await recruited();
    const [one, two] = [await runRequestsOf(run).take(r), await runRequestsOf(run).take(r)];
    await change(one, [add('/list', [])]);
    const change_id = randomUUID();
    const again = () => change(one, [add('/list/-', 'one')], [], { change_id });
    await Promise.all([again(), again()]);
    await change(two, [add('/list/-', 'two')]);
    expect((await again()).body).toMatchObject({
      ...{ outcome: 'applied', document: { list: ['one', 'two'] } },
    });
  });

  it('refuses changes from a page whose run another page has taken over, and from an ended run', async () => {
    const one = await runRequestsOf(run).take(await recruited());
    const { start, move } = runRequestsOf(run);
    const earlier = await change({ ...one, writer: newWriterId() }, [add('/a', 1)]);
    expect(earlier).toMatchObject({ status: 409, body: { code: 'taken_over' } });
    await start(one.id, one.person, one.writer, { attempt: 2 });
    const ended = await change(one, [add('/a', 1)]);
    expect(ended).toMatchObject({ status: 409, body: { code: 'run_ended' } });
    await move(one.id, one.person, 'withdraw');
    expect(await read(one)).toMatchObject({ status: 409, body: { code: 'run_ended' } });
  });

  it('refuses invalid patches', async () => {
    const one = await runRequestsOf(run).take(await recruited());
    const deep = JSON.parse('['.repeat(500) + ']'.repeat(500)) as JsonValue;
    for (const patch of [
      [],
      [{ op: 'add', path: '/a' }],
      [{ op: 'copy', path: '/a' }],
      [{ op: 'grow', path: '/a' }],
      [add('/a', deep)],
      Array.from({ length: 101 }, () => add('/a', 1)),
    ])
      expect(await change(one, patch)).toMatchObject({
        ...{ status: 400, body: { code: 'validation_failed' } },
      });
    expect(await documentOf(one)).toEqual({});
  });

  it('stores any text, and sorts its members so that their order reveals no participant', async () => {
    const one = await runRequestsOf(run).take(await recruited());
    await change(one, [add('/zebra', '\u0000\ud800')]);
    const { body } = await change(one, [add('/ape', 1)]);
    expect(Object.entries(body.document as object)).toEqual([
      ['ape', 1],
      ['zebra', '\u0000\ud800'],
    ]);
    expect(await documentOf(one)).toEqual({ ape: 1, zebra: '\u0000\ud800' });
    const proto = await change(one, [add('/__proto__', 1)]);
    expect(proto.body.outcome).toBe('invalid_pointer');
  });
});

describe('A participant who withdraws their data', () => {
  it('removes from the shared document what is stored under their ids', async () => {
    const r = await recruited();
    const [one, two] = [await runRequestsOf(run).take(r), await runRequestsOf(run).take(r)];
    const of = ({ run: { participant, seed } }: RunParticipation) => ({
      ...{ worker: participant, result: jatosIdsOf(seed).number },
    });
    for (const taking of [one, two]) {
      const { worker, result } = of(taking);
      await change(taking, [add(`/${worker}`, { score: 1 }), add(`/r${result}`, result)]);
    }
    for (const action of ['withdraw', 'withdraw-data'])
      expect((await runRequestsOf(run).move(one.id, one.person, action)).status).toBe(200);
    const { worker, result } = of(two);
    expect(await documentOf(two)).toEqual({ [worker]: { score: 1 }, [`r${result}`]: result });
  });
});

describe('The people who run a session', () => {
  it('can read the shared document immediately if the roster names participants from the start', async () => {
    const r = await recruited();
    expect((await seenBy(r, r.researcher)).body).toEqual({
      ...{ shown: true, document: null, withheld: 0 },
    });
    await change(await runRequestsOf(run).take(r), [add('/at', '2026-11-26T10:00:00Z')]);
    expect((await seenBy(r, r.researcher)).body).toMatchObject({
      ...{ shown: true, document: { at: '2026-11-26T10:00:00Z' } },
    });
    expect((await seenBy(r, await makePerson(run.source))).status).not.toBe(200);
  });

  it.each(['anonymous', 'roster_on_completion'] as const)(
    'can read the shared document of a session at the level %s only when no run is open and the day is over',
    async (privacy_level) => {
      const r = await recruited({ privacy_level });
      const { take, move, ask } = runRequestsOf(run);
      const one = await take(r);
      const at = clock.now().toISOString();
      await change(one, [add('/at', at), add('/order', 'fast')]);
      const hidden = { shown: false, document: null, withheld: 0 };
      const seen = async () => (await seenBy(r, r.researcher)).body;
      expect(await seen()).toEqual(hidden);
      await ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state: 'closed' });
      expect(await seen()).toEqual(hidden);
      clock.advance(2 * day);
      expect(await seen()).toEqual(hidden);
      await move(one.id, one.person, 'withdraw');
      expect(await seen()).toEqual(hidden);
      clock.advance(day);
      const isAnonymous = privacy_level === 'anonymous';
      expect(await seen()).toEqual({
        shown: true,
        document: { at: isAnonymous ? null : at, order: 'fast' },
        withheld: isAnonymous ? 1 : 0,
      });
    },
  );
});
