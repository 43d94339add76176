import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, hours } from '../../../platform/concurrency/clock';
import { ConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit';
import { UnitOfWork, type Transaction } from '../../../platform/db/unit-of-work';
import { timingBandsOf } from '../../timing/timing-bands.rule';
import { timingOf } from '../../timing/timing.rule';
import {
  firstChainHead,
  recordLineOf,
  nextChainHead,
  decodeRecordFrames,
} from '../../record-format/frames.rule';
import { readSealedLog, type NumberedRecordFrame } from '../stored-records.read';

const pack = promisify(gzip);
const atOnce = 500;
/**
 * How many runs are sealed at the same time. While a thread compresses one run, the server reads or
 * writes another one.
 */
const atATime = 2;
const restMs = hours(1);
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Unsealed {
  id: string;
  state: string;
  stored_through: number;
}
interface Locked {
  stored_through: number;
  head: Buffer;
}

/**
 * Seals each run that has ended, or has had no new record for an hour. Checks the whole hash chain.
 * Then writes the records as one compressed row, and deletes their chunks in the same transaction.
 * A run that continues afterwards gets new chunks, and is sealed again. Only the memory of this
 * process has the time of a run's last record, since no table may reveal when a participant acted.
 * After a restart, the hour starts from zero.
 */
@Injectable()
export class SealRuns {
  private resting = new Map<string, { stored_through: number; since: number }>();

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns how many runs were sealed
   * @throws AggregateError with the runs that could not be sealed, after all others are sealed
   */
  async run(): Promise<number> {
    let count = 0;
    const failures: Error[] = [];
    const now = this.clock.now().getTime();
    const before = this.resting;
    this.resting = new Map();
    const slots = new ConcurrencyLimit(atATime);
    for (let after: string | undefined = beforeAll; after !== undefined;) {
      const page: Unsealed[] = await this.unsealedAfter(after);
      const ready = page.filter(
        (run) => run.state !== 'open' || this.hasRested(run, before.get(run.id), now),
      );
      await Promise.all(
        ready.map(({ id }) =>
          slots
            .run(() => this.seal(id))
            .then(
              (sealed) => (count += sealed ? 1 : 0),
              (error: unknown) => failures.push(new Error(`run ${id}`, { cause: error })),
            ),
        ),
      );
      after = page.length === atOnce ? page.at(-1)?.id : undefined;
    }
    const [first] = failures;
    if (first)
      throw new AggregateError(failures, `${failures.length} not sealed: ${messageOf(first)}`);
    return count;
  }

  private hasRested(
    { id, stored_through }: Unsealed,
    known: { stored_through: number; since: number } | undefined,
    now: number,
  ): boolean {
    const since = known?.stored_through === stored_through ? known.since : now;
    this.resting.set(id, { stored_through, since });
    return now - since >= restMs;
  }

  /** Finds the next runs that have chunks. Reads only one index entry for each of these runs. */
  private unsealedAfter(after: string): Promise<Unsealed[]> {
    return this.source.query(
      `WITH RECURSIVE with_chunks AS (
         (SELECT run_id, 1 AS n FROM research.run_chunk WHERE run_id > $1 ORDER BY run_id LIMIT 1)
         UNION ALL
         SELECT c.run_id, w.n + 1 FROM with_chunks w CROSS JOIN LATERAL (
           SELECT run_id FROM research.run_chunk WHERE run_id > w.run_id ORDER BY run_id LIMIT 1) c
         WHERE w.n < ${atOnce}
       )
       SELECT r.id, r.state, r.stored_through FROM with_chunks w JOIN research.run r ON r.id = w.run_id
       ORDER BY r.id`,
      [after],
    );
  }

  /** @returns false where another transaction is sealing the run, or no chunk of it is left */
  private seal(runId: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const [run] = await tx.query<Locked>(
        `SELECT stored_through, head FROM research.run WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED`,
        [runId],
      );
      if (!run) return false;
      const records = await recordsOf(tx, runId);
      mustBeWhole(records, run);
      const lines = await pack(records.map((record) => recordLineOf(record.seq, record)).join(''));
      await tx.query(
        `INSERT INTO research.run_log AS l (run_id, through, lines, timing)
         VALUES ($1, $2, $3, $4::jsonb)
         ON CONFLICT (run_id) DO UPDATE
           SET through = excluded.through, lines = excluded.lines, timing = excluded.timing
         WHERE l.through < excluded.through`,
        [runId, run.stored_through, lines, measuredIn(records)],
      );
      await tx.query(`DELETE FROM research.run_chunk WHERE run_id = $1`, [runId]);
      await tx.query(`UPDATE research.run SET sealed_through = stored_through WHERE id = $1`, [
        runId,
      ]);
      return true;
    });
  }
}

async function recordsOf(tx: Transaction, runId: string): Promise<NumberedRecordFrame[]> {
  const [sealed] = await tx.query<{ lines: Buffer }>(
    `SELECT lines FROM research.run_log WHERE run_id = $1`,
    [runId],
  );
  const chunks = await tx.query<{ first: number; frames: Buffer }>(
    `SELECT first, frames FROM research.run_chunk WHERE run_id = $1 ORDER BY first`,
    [runId],
  );
  return [
    ...(sealed ? await readSealedLog(sealed.lines) : []),
    ...chunks.flatMap(({ first, frames }) =>
      decodeRecordFrames(frames).map((frame, n) => ({ ...frame, seq: first + n })),
    ),
  ];
}

/**
 * Computes the timing bands of a run (timing-bands.rule.ts) while its records are in memory, so that
 * runs can later be counted by timing without reading their records.
 * @returns JSON, or null where nothing was measured
 */
function measuredIn(records: readonly NumberedRecordFrame[]): string | null {
  const told = records.filter(({ kind, data }) => kind === 'event' && data.includes('"timing"'));
  const timing = timingOf(told.map(({ kind, data }) => ({ kind, data: data.toString('utf8') })));
  return timing && JSON.stringify(timingBandsOf(timing));
}

/** @throws Error where the stored records are not those that the server acknowledged */
function mustBeWhole(
  records: readonly NumberedRecordFrame[],
  { stored_through, head }: Locked,
): void {
  let computed = firstChainHead;
  records.forEach((record, n) => {
    if (record.seq !== n + 1) throw new Error(`record ${n + 1} is missing`);
    computed = nextChainHead(computed, record);
  });
  if (records.length !== stored_through) throw new Error(`${records.length} of ${stored_through}`);
  if (!computed.equals(head)) throw new Error('the records do not have the head of their run');
}

const messageOf = (error: Error): string => {
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause);
  return `${error.message}: ${cause}`;
};
