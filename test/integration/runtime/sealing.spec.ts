/**
 * The tests move the application’s clock, because the job seals only runs that were idle for an
 * hour.
 */
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
  type RunParticipation,
} from './running';

const clock = new TestClock();
let run: RunningApp;
let seal: SealRuns;
const rest = async () => {
  await seal.run();
  clock.advance(61 * 60_000);
  return seal.run();
};
beforeAll(async () => {
  run = await sharedApp({ clock });
  seal = run.app.get(SealRuns, { strict: false });
  // Seals the runs of earlier test files, which the tests of this file must not count.
  while ((await rest()) > 0);
});
afterAll(() => run.close());

const stored = async ({ run: { _id } }: RunParticipation) => {
  const [row]: { chunks: number; sealed: number; through: number | null; runs: number }[] =
    await run.source.query(
      `SELECT (SELECT count(*)::int FROM research.run_chunk WHERE run_id = $1) AS chunks,
         (SELECT count(*)::int FROM research.run_log WHERE run_id = $1) AS sealed,
         (SELECT through FROM research.run_log WHERE run_id = $1) AS through,
         (SELECT count(*)::int FROM research.run WHERE id = $1) AS runs`,
      [_id],
    );
  return row;
};
describe('Sealing the records of a run', () => {
  it('stores a run that finished, or was idle for an hour, in one row that reads as before', async () => {
    const { take, send, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const finished = await take(r);
    const open = await take(r);
    const made = trialRecords(40);
    const all = recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]);
    for (let at = 0; at < all.length; at += 7) await send(finished, all.slice(at, at + 7));
    await send(open, recordsToSend(made.slice(0, 5)));
    const before = await own(finished);

    expect(await seal.run()).toBe(1);
    expect(await stored(finished)).toMatchObject({ chunks: 0, sealed: 1, through: 41 });
    expect(await stored(open)).toMatchObject({ chunks: 1, sealed: 0 });
    expect(await own(finished)).toEqual(before);
    expect(await own(finished, 39)).toEqual(before.slice(39));
    // Sends the same records a second time, and then changed ones.
    expect(await send(finished, all.slice(3, 9))).toMatchObject({ body: { stored_through: 41 } });
    const others = recordsToSend(trialRecords(2, 'others'), 4);
    expect(await send(finished, others)).toMatchObject({ body: { code: 'record_differs' } });

    clock.advance(59 * 60_000);
    expect(await seal.run()).toBe(0);
    clock.advance(2 * 60_000);
    expect(await seal.run()).toBe(1);
    expect(await stored(open)).toMatchObject({ chunks: 0, sealed: 1, through: 5 });
    // The run continues: new records are added to the sealed ones, and are sealed too.
    expect(await send(open, recordsToSend(made.slice(3, 9), 4))).toMatchObject({
      body: { stored_through: 9 },
    });
    expect(await own(open, 2)).toEqual(made.slice(2, 9).map((one, n) => ({ seq: n + 3, ...one })));
    expect(await rest()).toBe(1);
    expect(await stored(open)).toMatchObject({ chunks: 0, through: 9 });
    expect(await own(open)).toHaveLength(9);
  });

  it('loses no records that arrive concurrently', async () => {
    const { take, send, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const all = await Promise.all(Array.from({ length: 8 }, () => take(r)));
    const made = trialRecords(30);
    for (const t of all) await send(t, recordsToSend(made.slice(0, 10)));
    await seal.run();
    clock.advance(61 * 60_000);
    const sealing = seal.run();
    await Promise.all(
      all.map(async (t) => {
        for (let at = 10; at < 30; at += 4)
          expect((await send(t, recordsToSend(made.slice(at, at + 4), at + 1))).status).toBe(200);
      }),
    );
    await sealing;
    await rest();
    for (const t of all) {
      expect(await own(t)).toEqual(made.map((one, n) => ({ seq: n + 1, ...one })));
      expect(await stored(t)).toMatchObject({ chunks: 0, through: 30 });
    }
  });

  it('skips a run whose records differ from the acknowledged ones, and seals the others', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const broken = await take(r);
    const whole = await take(r);
    for (const t of [broken, whole]) {
      const made = trialRecords(3);
      await send(t, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
    }
    await run.source.query(`UPDATE research.run SET head = decode($2, 'hex') WHERE id = $1`, [
      broken.run._id,
      'ab'.repeat(32),
    ]);
    await expect(seal.run()).rejects.toThrow(broken.run._id);
    expect(await stored(broken)).toMatchObject({ chunks: 1, sealed: 0 });
    expect(await stored(whole)).toMatchObject({ chunks: 0, sealed: 1 });
    await run.source.query(`DELETE FROM research.run_chunk WHERE run_id = $1`, [broken.run._id]);
  });

  it('leaves nothing of a run whose data are withdrawn before, after or during the sealing', async () => {
    const { take, send, move, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const all = await Promise.all(Array.from({ length: 9 }, () => take(r)));
    const made = trialRecords(5);
    for (const t of all) {
      await send(t, recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]));
      await move(t.id, t.person, 'complete');
    }
    // The runs of the first three people are sealed before the withdrawal. The next three people
    // withdraw before their runs are sealed.
    for (const t of all.slice(3, 6)) await move(t.id, t.person, 'withdraw-data');
    await Promise.all([
      seal.run(),
      ...all.slice(6).map((t) => move(t.id, t.person, 'withdraw-data')),
    ]);
    for (const t of all.slice(0, 3)) {
      expect(await stored(t)).toMatchObject({ chunks: 0, sealed: 1 });
      await move(t.id, t.person, 'withdraw-data');
    }
    await seal.run();
    for (const t of all) {
      expect(await stored(t)).toEqual({ chunks: 0, sealed: 0, through: null, runs: 0 });
      expect((await send(t, recordsToSend(made))).status).toBe(404);
      await expect(own(t)).rejects.toThrow('404');
    }
  });
});
