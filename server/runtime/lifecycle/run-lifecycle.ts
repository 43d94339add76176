import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HostedData, type HostedDataPort } from '../../enrolment/transitions/hosted-data';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import type { Transaction } from '../../platform/db/unit-of-work';
import { removeIdsFromBatchSessions } from '../batch-session/forget-in-batch-session';
import { deleteRareValues } from '../rare-values/recurring.sql';

type Ids = readonly string[];
interface Locked {
  id: string;
  participation_id: string;
  session_id: string;
  seed: Buffer;
}

const finished = prepared<{ participation_id: string }>(
  'finished-runs',
  `SELECT DISTINCT participation_id FROM research.run
   WHERE participation_id = ANY($1::uuid[]) AND state = 'finished'`,
);

/**
 * Ends, reopens or deletes the runs of a participation when its state changes. A transaction that
 * locks both a participation and its runs locks the participation first.
 */
@Injectable()
export class RunLifecycle implements HostedDataPort, OnModuleInit {
  constructor(
    private readonly hosted: HostedData,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.hosted.keptBy(this);
  }

  /**
   * Returns the ids of the participations whose run is complete. Such a run has all of its files,
   * and its records have the number and the last hash that the run's `finish` record states.
   */
  async complete(tx: Transaction, participationIds: Ids): Promise<ReadonlySet<string>> {
    const rows = await finished(tx.manager, [participationIds]);
    return new Set(rows.map((row) => row.participation_id));
  }

  /**
   * Ends the open runs. Today becomes their last day. Researchers who may not see names see from
   * tomorrow on that the runs ended (run-visibility.ts).
   */
  async end(tx: Transaction, participationIds: Ids): Promise<void> {
    await tx.query(
      `UPDATE research.run SET state = 'ended', last_contact = NULL,
         last_day = greatest(last_day, $2::date)
       WHERE participation_id = ANY($1::uuid[]) AND state = 'open'`,
      [participationIds, utcDay(this.clock.now())],
    );
  }

  /** Lets the last attempt continue where it stopped, if it had not finished. */
  async reopen(tx: Transaction, participationIds: Ids): Promise<void> {
    await tx.query(
      `UPDATE research.run r SET state = 'open', last_day = greatest(last_day, $2::date)
       WHERE participation_id = ANY($1::uuid[]) AND state = 'ended' AND attempt = (
         SELECT max(attempt) FROM research.run last WHERE last.participation_id = r.participation_id)`,
      [participationIds, utcDay(this.clock.now())],
    );
  }

  /**
   * Deletes the runs completely. Locks the runs first. If another transaction is storing or sealing
   * their records, the lock waits for it, and these records are then deleted, too.
   */
  async erase(tx: Transaction, participationIds: Ids): Promise<void> {
    const runs = await tx.query<Locked>(
      `SELECT id, participation_id, session_id, seed FROM research.run WHERE participation_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [participationIds],
    );
    const ids = runs.map(({ id }) => id);
    if (ids.length === 0) return;
    await removeIdsFromBatchSessions(tx, runs, utcDay(this.clock.now()));
    await tx.query(`DELETE FROM research.batch_change WHERE run_id = ANY($1::uuid[])`, [ids]);
    await tx.query(`DELETE FROM research.run_chunk WHERE run_id = ANY($1::uuid[])`, [ids]);
    await tx.query(`DELETE FROM research.run_error WHERE run_id = ANY($1::uuid[])`, [ids]);
    await tx.query(`DELETE FROM research.run_file_piece WHERE run_id = ANY($1::uuid[])`, [ids]);
    await tx.query(`DELETE FROM research.run_file WHERE run_id = ANY($1::uuid[])`, [ids]);
    await deleteRareValues(tx, ids, randomUUID());
    await tx.query(`DELETE FROM research.run_log WHERE run_id = ANY($1::uuid[])`, [ids]);
    await tx.query(`DELETE FROM research.run WHERE id = ANY($1::uuid[])`, [ids]);
  }
}
