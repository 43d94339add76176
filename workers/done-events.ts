import type { DataSource, EntityManager } from 'typeorm';

/** Rows that one statement deletes, so that it stays far within the statement's time-out. */
const forgottenAtOnce = 5_000;
const strayEveryMs = 3_600_000;

/** Deletes the events of the outbox that every consumer has done. */
export class DoneEvents {
  /** When stray rows are searched for again, by the clock of this process. */
  private strayAt = 0;

  /** @param routes JSON: a list of `{ name, queue }`, which queues take an event */
  constructor(
    private readonly source: DataSource,
    private readonly routes: string,
  ) {}

  /** Whether it is time to search for stray rows. */
  get looksForStrays(): boolean {
    return performance.now() >= this.strayAt;
  }

  /**
   * Repeats until a statement finds fewer rows than it may delete: a minute may bring more than one statement
   * deletes.
   */
  async forget(): Promise<void> {
    for (let gone = forgottenAtOnce; gone === forgottenAtOnce;)
      gone = await this.byKey((manager) => this.forgetSome(manager));
    if (!this.looksForStrays) return;
    await this.forgetStray();
    this.strayAt = performance.now() + strayEveryMs;
  }

  /**
   * A reaction that ran twice may record its event after the event was deleted. Seldom, since it
   * reads both tables.
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
   * Both tables are nearly empty most of the time. Where PostgreSQL has seen them so, it would scan a complete table
   * for each row of a burst, which takes minutes.
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
