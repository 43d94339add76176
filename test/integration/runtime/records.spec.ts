import { randomUUID } from 'node:crypto';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import {
  finishRecordOf,
  chainHeadOf,
  newWriterId,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  sha256Of,
  trialRecords,
  type RecordContent,
} from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const texts: readonly string[] = [
  '',
  'no JSON',
  'NUL \u0000 in the middle',
  JSON.stringify({ nul: '\u0000', lone: '\ud800', pair: '😀', line: '\u2028' }),
  '{"__proto__":{"a":1},"constructor":1,"a":1,"a":2,"number":1.0,"big":12345678901234567890}',
  '{"a":NaN,\r\n "b":[[[[[[]]]]]]}',
  `"${'ü'.repeat(runtimeLimits.recordBytes / 2 - 1)}"`,
];

describe('The records of a run', () => {
  it('are returned byte for byte, whatever text the study made', async () => {
    const { take, send, own } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const made = texts.map((data): RecordContent => ({ kind: 'text', data }));
    const answer = await send(t, recordsToSend(made));
    expect(answer).toMatchObject({ status: 200, body: { stored_through: made.length } });
    expect(await own(t)).toEqual(made.map((one, n) => ({ seq: n + 1, ...one })));
    expect(await own(t, 5)).toEqual(
      made.map((one, n) => ({ seq: n + 1, ...one })).filter(({ seq }) => seq > 5),
    );
  });

  it('are refused together if one is invalid; the error names it, and a record of its loss can replace it', async () => {
    const { take, send, own, move } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const tooLong = 'x'.repeat(runtimeLimits.recordBytes + 1);
    const [before, after] = trialRecords(2);
    for (const [data, code] of [
      [tooLong, 'too_long'],
      ['half a \ud800 pair', 'invalid_text'],
    ] as const) {
      const answer = await send(t, recordsToSend([...trialRecords(1), { kind: 'trial', data }]));
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: [{ path: 'trials.1.data', code }] },
      });
    }
    expect(await own(t)).toEqual([]);

    const lost: RecordContent = {
      kind: 'lost',
      data: JSON.stringify({
        kind: 'trial',
        bytes: tooLong.length,
        sha256: sha256Of(tooLong).toString('hex'),
        reason: 'too_long',
      }),
    };
    const unsound = await send(t, recordsToSend([{ kind: 'lost', data: '{}' }]));
    expect(unsound.body.fields).toMatchObject([{ path: 'trials.0.data', code: 'invalid' }]);
    const made = [before, lost, after].flatMap((one) => one ?? []);
    const all = [...made, finishRecordOf(made.map(({ data }) => data))];
    expect((await send(t, recordsToSend(all))).body).toEqual({ stored_through: 4 });
    expect((await move(t.id, t.person, 'complete')).body.state).toBe('completed');
  });

  it('are stored once: repeats are acknowledged; different data under the same number and gaps are refused', async () => {
    const { take, send, own } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const made = trialRecords(6);
    const sent = recordsToSend(made);
    expect((await send(t, sent.slice(0, 3))).body).toEqual({ stored_through: 3 });
    expect((await send(t, sent.slice(0, 2))).body).toEqual({ stored_through: 3 });
    expect((await send(t, sent.slice(1, 5))).body).toEqual({ stored_through: 5 });
    expect(await send(t, recordsToSend(trialRecords(3, 'another'), 2))).toMatchObject({
      status: 409,
      body: { code: 'record_differs', stored_through: 5 },
    });
    expect(await send(t, recordsToSend(made.slice(0, 2), 8))).toMatchObject({
      status: 409,
      body: { code: 'record_gap', stored_through: 5 },
    });
    expect(await send(t, sent.slice(5))).toMatchObject({ body: { stored_through: 6 } });
    expect(await own(t)).toEqual(made.map((one, n) => ({ seq: n + 1, ...one })));
  });

  it('are refused with a wrong hash, repeated or skipped numbers, or a finish that is not the last', async () => {
    const { take, send, own } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const [one, two, three] = recordsToSend(trialRecords(3));
    if (!one || !two || !three) throw new Error('no records');
    const fields = async (records: Parameters<typeof send>[1]) => {
      const { status, body } = await send(t, records);
      return [status, body.fields?.map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await fields([one, { ...two, sha256: one.sha256 }])).toEqual([
      400,
      ['trials.1.sha256 invalid'],
    ]);
    expect(await fields([one, three])).toEqual([400, ['trials.1.seq invalid']]);
    expect(await fields([one, one])).toEqual([400, ['trials.1.seq invalid']]);
    const finish = recordsToSend([finishRecordOf([])])[0];
    expect(finish && (await fields([finish, two]))).toEqual([
      400,
      ['trials.0.kind not_possible_now'],
    ]);
    const miscounted = recordsToSend([finishRecordOf(['a'])]);
    expect(await fields(miscounted)).toEqual([400, ['trials.0.data invalid']]);
    expect(await own(t)).toEqual([]);
  });

  it('are visible to their participant only, and only by their own participation', async () => {
    const { take, send, start, text, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const mine = await take(r);
    const theirs = await take(r);
    const sent = recordsToSend(trialRecords(2));
    const forged = [
      await send({ ...mine, person: theirs.person }, sent),
      await send({ ...theirs, run: mine.run }, sent),
      await send({ ...mine, run: { ...mine.run, _id: randomUUID() } }, sent),
      await start(mine.id, theirs.person, newWriterId()),
      await text(`/api/participations/${theirs.id}/runs/${mine.run._id}/records/`, theirs.person),
      await text(`/api/participations/${mine.id}/runs/${mine.run._id}/records/`, theirs.person),
    ];
    expect(forged.map(({ status }) => status)).toEqual(forged.map(() => 404));
    expect(await own(mine)).toEqual([]);
  });

  it('do not wait for other runs: those of a locked run are stored after the lock is released', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const held = await take(r);
    const free = await take(r);
    const db = run.source.createQueryRunner();
    await db.startTransaction();
    await db.query(`SELECT FROM research.run WHERE id = $1 FOR UPDATE`, [held.run._id]);
    let isStored = false;
    const later = send(held, recordsToSend(trialRecords(1))).finally(() => (isStored = true));
    expect((await send(free, recordsToSend(trialRecords(1)))).status).toBe(200);
    expect(isStored).toBe(false);
    await db.rollbackTransaction();
    await db.release();
    expect((await later).body).toEqual({ stored_through: 1 });
  });

  it('fill a run up to the limit that the start announced; then only its finish is accepted', async () => {
    const { take, send, start } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    expect(t.run.limits.run_bytes).toBe(runtimeLimits.runBytes);
    const [first] = trialRecords(1);
    if (!first) throw new Error('no record');
    await send(t, recordsToSend([first]));
    // Fills the run in the database, because sending twenty megabytes of records would take
    // seconds.
    await run.source.query(`UPDATE research.run SET bytes = $2 WHERE id = $1`, [
      t.run._id,
      runtimeLimits.runBytes,
    ]);
    const again = await start(t.id, t.person, t.writer);
    expect(again.body.stored_bytes).toBe(runtimeLimits.runBytes);
    expect(await send(t, recordsToSend(trialRecords(1, 'more'), 2))).toMatchObject({
      status: 409,
      body: { code: 'run_full', stored_through: 1 },
    });
    const finish = recordsToSend([finishRecordOf([first.data])], 2);
    expect((await send(t, finish)).body).toEqual({ stored_through: 2 });
    expect((await start(t.id, t.person, newWriterId())).body).toMatchObject({
      state: 'finished',
      head: chainHeadOf([first.data, finish[0]?.data ?? '']),
    });
  });
});
