import type { DataSource, EntityManager } from 'typeorm';

/**
 * The largest number of rows that one statement deletes, so that it takes much less time than the
 * statement timeout.
 */
const forgottenAtOnce = 5_000;
const strayEveryMs = 3_600_000;

/** Deletes the outbox events that every consumer has handled. */
export class HandledEventsCleanup {
  /** When orphaned rows will be searched for again, in milliseconds of this process's clock. */
  private strayAt = 0;

  /** @param routes JSON: a list of `{ name, queue }`, the queues that handle an event */
  constructor(
    private readonly source: DataSource,
    private readonly routes: string,
  ) {}

  /**
   * Whether it is time to search for orphaned rows: rows that record an event which no longer
   * exists.
   */
  get looksForStrays(): boolean {
    return performance.now() >= this.strayAt;
  }

  /** Deletes rows in several statements, until a statement finds fewer rows than it may delete. */
  async forget(): Promise<void> {
    for (let gone = forgottenAtOnce; gone === forgottenAtOnce;)
      gone = await this.byKey((manager) => this.forgetSome(manager));
    if (!this.looksForStrays) return;
    await this.forgetStray();
    this.strayAt = performance.now() + strayEveryMs;
  }

  /**
   * Deletes orphaned rows, which record an event that no longer exists: if a reaction runs twice,
   * the second run may record its event after the event was deleted. This is done rarely, because
   * it reads both tables completely.
   */
  private async forgetStray(): Promise<void> {
    await this.byKey(async (manager) => {
      await manager.query(
        `DELETE FROM platform.processed_event d WHERE d.at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT 1 FROM platform.outbox o WHERE o.id = d.event_id)`,
      );
    });
  }

  /**
   * Runs statements without sequential scans. Both tables are nearly empty most of the time. When
   * many events come at once, PostgreSQL would still assume nearly empty tables, and would scan a
   * complete table for each row, which takes minutes.
   */
  private byKey<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.source.transaction(async (manager) => {
      await manager.query(`SELECT set_config('enable_seqscan', 'off', true)`);
      return run(manager);
    });
  }

  private async forgetSome(manager: EntityManager): Promise<number> {
    const [row]: { n: number }[] = await manager.query(
      `WITH gone AS (
         DELETE FROM platform.outbox o WHERE o.id IN (
           SELECT o.id FROM platform.outbox o WHERE o.relayed_at < now() - interval '1 hour' AND NOT EXISTS (
             SELECT 1 FROM jsonb_to_recordset($1::jsonb) AS r (name text, queue text)
             WHERE r.name = o.name AND NOT EXISTS (SELECT 1 FROM platform.processed_event d
             WHERE d.event_id = o.id AND d.consumer = r.queue))
           LIMIT ${forgottenAtOnce})
         RETURNING o.id),
       processed AS (
         DELETE FROM platform.processed_event d USING gone WHERE d.event_id = gone.id)
       SELECT count(*)::int AS n FROM gone`,
      [this.routes],
    );
    return row?.n ?? 0;
  }
}
