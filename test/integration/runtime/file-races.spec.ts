/**
 * @engines one: rows and locks do not depend on the queues, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomBytes } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { eventually } from '../../support/chance/wait';
import { countRows } from '../accounts/account-requests';
import {
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  sha256Of,
  type RunParticipation,
} from './running';
import { runFileRequestsOf } from './sending-files';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const bytes = randomBytes(1_000);
const sha256 = sha256Of(bytes).toString('hex');

/**
 * Sends the bytes `sent`. The server reads them, and has to wait before it stores whether they are
 * right. Meanwhile, replaces them by the bytes `then`, as a second page may do.
 */
async function replacedMeanwhile(t: RunParticipation, sent: Buffer, then: Buffer) {
  const { patch } = runFileRequestsOf(run);
  const other = run.source.createQueryRunner();
  await other.startTransaction();
  try {
    await other.query(`SELECT 1 FROM research.run WHERE id = $1 FOR NO KEY UPDATE`, [t.run._id]);
    const [own] = (await other.query(`SELECT pg_backend_pid() AS pid`)) as { pid: number }[];
    const pid = own?.pid ?? 0;
    const answer = patch(t, sha256, 0, sent);
    await eventually(
      () => countRows(run.source, `pg_stat_activity WHERE ${pid} = ANY(pg_blocking_pids(pid))`),
      (waiting) => waiting > 0,
    );
    await other.query(`DELETE FROM research.run_file_piece WHERE run_id = $1`, [t.run._id]);
    await other.query(
      `INSERT INTO research.run_file_piece (run_id, sha256, start, piece) VALUES ($1, $2, 0, $3)`,
      [t.run._id, sha256Of(bytes), then],
    );
    await other.commitTransaction();
    return await answer;
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction();
    await other.release();
  }
}
const announced = async () => {
  const { take, send } = runRequestsOf(run);
  const t = await take(await launchHostedStudy(run));
  const data = { name: 'voice.webm', type: 'audio/webm', bytes: bytes.length, sha256 };
  await send(t, recordsToSend([{ kind: 'file', data: JSON.stringify(data) }]));
  return t;
};

describe('A file whose bytes are replaced during their verification', () => {
  it('is not reported as complete because of the earlier bytes', async () => {
    const { patch, head } = runFileRequestsOf(run);
    const t = await announced();
    expect(await replacedMeanwhile(t, bytes, randomBytes(1_000))).toMatchObject({ status: 503 });
    expect(await head(t, sha256)).toMatchObject({ complete: '?0' });
    // The next request lets the server verify the stored bytes, which are wrong and so discarded.
    expect(await patch(t, sha256, 1_000)).toMatchObject({
      ...{ status: 409, body: { code: 'wrong_hash', stored_bytes: 0 } },
    });
    expect(await patch(t, sha256, 0, bytes)).toMatchObject({ body: { complete: true } });
  });

  it('is not discarded because of the earlier bytes', async () => {
    const { patch } = runFileRequestsOf(run);
    const t = await announced();
    expect(await replacedMeanwhile(t, randomBytes(1_000), bytes)).toMatchObject({ status: 503 });
    expect(await patch(t, sha256, 1_000)).toMatchObject({
      ...{ status: 200, body: { stored_bytes: 1_000, complete: true } },
    });
  });
});
