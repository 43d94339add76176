import { randomBytes } from 'node:crypto';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import { runtimeRateLimits } from '../../../server/runtime/runtime.rate-limits';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  sha256Of,
  trialRecords,
  type RecordContent,
  type RunParticipation,
} from './running';
import { runFileRequestsOf } from './sending-files';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const hashOf = (bytes: Buffer) => sha256Of(bytes).toString('hex');
const announcing = (bytes: Buffer, over: object = {}): RecordContent => ({
  kind: 'file',
  data: JSON.stringify({
    name: 'voice.webm',
    type: 'audio/webm',
    bytes: bytes.length,
    sha256: hashOf(bytes),
    ...over,
  }),
});
const gone = (bytes: Buffer): RecordContent => ({
  kind: 'lost',
  data: JSON.stringify({
    kind: 'file',
    bytes: bytes.length,
    sha256: hashOf(bytes),
    reason: 'file_gone',
  }),
});
const finishing = (made: readonly RecordContent[]) =>
  recordsToSend([finishRecordOf(made.map(({ data }) => data))], made.length + 1);
const rowsOf = (t: RunParticipation, table: string): Promise<unknown[]> =>
  run.source.query(`SELECT 1 FROM research.${table} WHERE run_id = $1`, [t.run._id]);

describe('A file of a run', () => {
  it('arrives in pieces, continues where they ended, and must be complete before the run may finish', async () => {
    const { take, send, move } = runRequestsOf(run);
    const { head, patch, get } = runFileRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const bytes = randomBytes(runtimeLimits.runFilePiece + 123_456);
    const pieces = [
      bytes.subarray(0, runtimeLimits.runFilePiece),
      bytes.subarray(runtimeLimits.runFilePiece),
    ];
    const sha256 = hashOf(bytes);
    expect((await patch(t, sha256, 0, pieces[0])).status).toBe(404);

    const made = [...trialRecords(1), announcing(bytes)];
    expect((await send(t, recordsToSend(made))).body).toEqual({ stored_through: 2 });
    expect(await head(t, sha256)).toEqual({ status: 200, offset: '0', complete: '?0' });
    const refused = { status: 409, body: { code: 'data_incomplete', stored_through: 2 } };
    expect(await send(t, finishing(made))).toMatchObject(refused);
    expect((await move(t.id, t.person, 'complete')).body.code).toBe('data_incomplete');

    const first = {
      status: 200,
      body: { stored_bytes: runtimeLimits.runFilePiece, complete: false },
    };
    // A page repeats the request if it got no answer. Of two concurrent repetitions, one gets 503.
    expect(await patch(t, sha256, 0, pieces[0])).toEqual(first);
    const both = await Promise.all([0, 1].map(() => patch(t, sha256, 0, pieces[0])));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 503]);
    expect(both).toContainEqual(first);
    const other = {
      status: 409,
      body: { code: 'wrong_offset', stored_bytes: first.body.stored_bytes },
    };
    expect(await patch(t, sha256, 0, randomBytes(runtimeLimits.runFilePiece))).toMatchObject(other);
    expect(await patch(t, sha256, 5, pieces[1])).toMatchObject(other);
    expect(await head(t, sha256)).toMatchObject({ offset: String(runtimeLimits.runFilePiece) });
    expect((await get(t, sha256)).status).toBe(409);
    expect(await send(t, finishing(made))).toMatchObject(refused);

    const last = { status: 200, body: { stored_bytes: bytes.length, complete: true } };
    expect(await patch(t, sha256, runtimeLimits.runFilePiece, pieces[1])).toEqual(last);
    expect(await patch(t, sha256, runtimeLimits.runFilePiece, pieces[1])).toEqual(last);
    expect(await head(t, sha256)).toEqual({
      status: 200,
      offset: String(bytes.length),
      complete: '?1',
    });
    const whole = await get(t, sha256);
    expect(whole.bytes.equals(bytes)).toBe(true);
    expect((await send(t, finishing(made))).body).toEqual({ stored_through: 3 });
    expect((await move(t.id, t.person, 'complete')).body.state).toBe('completed');
  });

  it('that differs from its announced hash is discarded, and can be sent a second time', async () => {
    const { take, send } = runRequestsOf(run);
    const { head, patch } = runFileRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const bytes = randomBytes(1_000);
    await send(t, recordsToSend([announcing(bytes)]));
    const wrong = await patch(t, hashOf(bytes), 0, randomBytes(1_000));
    expect(wrong).toMatchObject({ status: 409, body: { code: 'wrong_hash', stored_bytes: 0 } });
    expect(await head(t, hashOf(bytes))).toMatchObject({ offset: '0', complete: '?0' });
    expect((await patch(t, hashOf(bytes), 0, bytes)).body).toMatchObject({ complete: true });
  });

  it('whose server died before the final verification is verified when the sender repeats its request', async () => {
    const { take, send } = runRequestsOf(run);
    const { patch } = runFileRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const bytes = randomBytes(1_000);
    await send(t, recordsToSend([announcing(bytes)]));
    await run.source.query(
      `WITH piece AS (INSERT INTO research.run_file_piece (run_id, sha256, start, piece)
         VALUES ($1, $2, 0, $3))
       UPDATE research.run_file SET stored = bytes WHERE run_id = $1`,
      [t.run._id, sha256Of(bytes), bytes],
    );
    expect(await send(t, finishing([announcing(bytes)]))).toMatchObject({ status: 409 });
    const asked = await patch(t, hashOf(bytes), bytes.length, Buffer.alloc(0));
    expect(asked.body).toEqual({ stored_bytes: 1_000, complete: true });
    expect((await send(t, finishing([announcing(bytes)]))).status).toBe(200);
  });

  it('whose bytes are lost is given up by a record that names it, and by no other record', async () => {
    const { take, send, move } = runRequestsOf(run);
    const { patch } = runFileRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const [a, b, c] = [randomBytes(900), randomBytes(800), randomBytes(700)];
    // The same request names a file and, two records later, says that it is given up.
    const made = [announcing(a), announcing(b), gone(b), announcing(c), gone(c)];
    await send(t, recordsToSend(made.slice(0, 4)));
    await patch(t, hashOf(a), 0, a);
    expect(await send(t, finishing(made.slice(0, 4)))).toMatchObject({ status: 409 });
    // The request also contains the finish record, so the answer is about missing data and names no
    // file.
    const both = [made[4] ?? announcing(c), finishRecordOf(made.map(({ data }) => data))];
    expect(await send(t, recordsToSend(both, 5))).toMatchObject({
      body: { code: 'data_incomplete' },
    });
    await send(t, recordsToSend(made.slice(4), 5));
    expect((await patch(t, hashOf(b), 0, b)).status).toBe(404);
    expect((await send(t, finishing(made))).body).toEqual({ stored_through: 6 });
    expect((await move(t.id, t.person, 'complete')).body.state).toBe('completed');
  });

  it('respects the limits of a file, of a piece, and of all files of a run', async () => {
    const { take, send } = runRequestsOf(run);
    const { patch } = runFileRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const of = (n: number, bytes: number) =>
      announcing(randomBytes(8), { name: `${n}.webm`, bytes });
    const fault = (code: string) => ({
      status: 400,
      body: { code: 'validation_failed', fields: [{ path: 'trials.0.data', code }] },
    });
    expect(await send(t, recordsToSend([of(0, runtimeLimits.runFileBytes + 1)]))).toMatchObject(
      fault('invalid'),
    );
    expect(await send(t, recordsToSend([of(0, 0)]))).toMatchObject(fault('invalid'));
    expect(await send(t, recordsToSend([{ kind: 'file', data: 'no JSON' }]))).toMatchObject(
      fault('invalid'),
    );
    const six = Array.from({ length: 6 }, (_, n) => of(n, runtimeLimits.runFileBytes));
    await send(t, recordsToSend(six));
    const seventh = recordsToSend([of(6, runtimeLimits.runFileBytes)], 7);
    expect(await send(t, seventh)).toMatchObject(fault('too_big'));
    expect((await send(t, recordsToSend([of(6, 20_000_000)], 7))).body).toEqual({
      stored_through: 7,
    });

    const { sha256 } = JSON.parse(six[0]?.data ?? '') as { sha256: string };
    expect((await patch(t, sha256, 0, randomBytes(runtimeLimits.runFilePiece + 1))).status).toBe(
      413,
    );
    expect((await patch(t, sha256, 0, randomBytes(10))).status).toBe(400);
  });

  it('is refused above a limit on the number of files', async () => {
    const { take, send } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    await run.source.query(
      `INSERT INTO research.run_file (run_id, sha256, name, type, bytes)
       SELECT $1, sha256(n::text::bytea), 'one', '', 1 FROM generate_series(2, $2::int) n`,
      [t.run._id, runtimeRateLimits.files],
    );
    const two = [announcing(randomBytes(10)), announcing(randomBytes(10))];
    expect(await send(t, recordsToSend(two))).toMatchObject({
      status: 400,
      body: { fields: [0, 1].map((n) => ({ path: `trials.${n}.data`, code: 'too_big' })) },
    });
    expect((await send(t, recordsToSend(two.slice(1)))).status).toBe(200);
    expect(await send(t, recordsToSend(two.slice(0, 1), 2))).toMatchObject({ status: 400 });
    expect((await send(t, recordsToSend(trialRecords(1), 2))).status).toBe(200);
  });

  it('counts against a limit for all attempts of a person', async () => {
    const { take, start } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    const again = (attempt: number) => start(t.id, t.person, t.writer, { attempt });
    expect((await again(2)).status).toBe(200);
    const hold = (column: string, bytes: number) =>
      run.source.query(`UPDATE research.run SET ${column} = $2 WHERE id = $1`, [t.run._id, bytes]);
    for (const [column, most] of [
      ['bytes', runtimeRateLimits.attemptsBytes],
      ['file_bytes', runtimeRateLimits.attemptsFileBytes],
    ] as const) {
      await hold(column, most);
      expect(await again(3)).toMatchObject({ status: 409, body: { code: 'run_full' } });
      // The present attempt continues.
      expect(await again(2)).toMatchObject({ status: 200, body: { state: 'open', attempt: 2 } });
      await hold(column, most - 1);
    }
    expect((await again(3)).status).toBe(200);
  });

  it('cannot be read or sent by others, and accepts no bytes after its run has ended', async () => {
    const { take, send, move } = runRequestsOf(run);
    const { head, patch } = runFileRequestsOf(run);
    const r = await launchHostedStudy(run);
    const [mine, theirs] = [await take(r), await take(r)];
    const bytes = randomBytes(1_000);
    await send(mine, recordsToSend([announcing(bytes)]));
    const stranger = { ...mine, person: theirs.person };
    expect((await head(stranger, hashOf(bytes))).status).toBe(404);
    expect((await patch(stranger, hashOf(bytes), 0, bytes)).status).toBe(404);
    expect((await head(theirs, hashOf(bytes))).status).toBe(404);
    await move(mine.id, mine.person, 'withdraw');
    expect((await patch(mine, hashOf(bytes), 0, bytes)).body.code).toBe('run_ended');
  });

  it('is deleted when its participant withdraws the data; an equal file of another person stays', async () => {
    const { take, send, move } = runRequestsOf(run);
    const { patch, get } = runFileRequestsOf(run);
    const r = await launchHostedStudy(run);
    const [mine, theirs] = [await take(r), await take(r)];
    const bytes = randomBytes(1_000);
    for (const t of [mine, theirs]) {
      await send(t, recordsToSend([announcing(bytes)]));
      expect((await patch(t, hashOf(bytes), 0, bytes)).status).toBe(200);
    }
    await move(mine.id, mine.person, 'withdraw');
    expect((await move(mine.id, mine.person, 'withdraw-data')).status).toBe(200);
    expect(await rowsOf(mine, 'run_file')).toEqual([]);
    expect(await rowsOf(mine, 'run_file_piece')).toEqual([]);
    expect((await get(theirs, hashOf(bytes))).bytes.equals(bytes)).toBe(true);
  });

  it('is refused with 503 while too many uploads run, and arrives when the upload is repeated', async () => {
    const { take, send } = runRequestsOf(run);
    const { patch } = runFileRequestsOf(run);
    const r = await launchHostedStudy(run);
    const bytes = randomBytes(200_000);
    const all = await Promise.all(Array.from({ length: 8 }, () => take(r)));
    await Promise.all(all.map((t) => send(t, recordsToSend([announcing(bytes)]))));
    const until = async (t: RunParticipation): Promise<number> => {
      const { status } = await patch(t, hashOf(bytes), 0, bytes);
      if (status !== 503) return status;
      return until(t);
    };
    expect(await Promise.all(all.map(until))).toEqual(all.map(() => 200));
  });

  it('arrives while another person sends many files at the same time, since each person has one upload place', async () => {
    const { take, send } = runRequestsOf(run);
    const { patch } = runFileRequestsOf(run);
    const r = await launchHostedStudy(run);
    const bytes = randomBytes(1_000);
    const [flooding, other] = [await take(r), await take(r)];
    for (const t of [flooding, other]) await send(t, recordsToSend([announcing(bytes)]));
    const holding = run.source.createQueryRunner();
    await holding.startTransaction();
    try {
      await holding.query(`SELECT 1 FROM research.run_file WHERE run_id = $1 FOR UPDATE`, [
        flooding.run._id,
      ]);
      // Each person can upload only one piece at a time. One of the four requests waits for the
      // lock. Meanwhile, the server refuses the other three.
      const [first, ...more] = Array.from({ length: 4 }, () =>
        patch(flooding, hashOf(bytes), 0, bytes),
      );
      const refused = await Promise.race([first, ...more]);
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(await patch(other, hashOf(bytes), 0, bytes)).toMatchObject({ status: 200 });
      await holding.rollbackTransaction();
      const statuses = (await Promise.all([first, ...more])).map((one) => one?.status);
      expect(statuses.sort()).toEqual([200, 503, 503, 503]);
    } finally {
      if (holding.isTransactionActive) await holding.rollbackTransaction();
      await holding.release();
    }
  });
});
