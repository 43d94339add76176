import type { DataSource } from 'typeorm';
import type { DomainEvent, EventName } from '../contracts/events';
import type { Job } from './consumer';
import { eventOf, jobId, jobOptions, type Queues } from './relay';
import type { Routing } from './routing';

interface Row { id: string; name: EventName; data: DomainEvent['data']; at: Date; request_id: string | null }

/**
 * `relayed_at` means handed over, not done. What is older than a minute and not done is handed over again, so the queues may be
 * emptied at any time and nothing is lost but that minute. What is done everywhere and an hour old is forgotten.
 */
export class SweepJob implements Job {
  readonly name = 'sweep';
  readonly everyMs = 20_000;

  constructor(private readonly source: DataSource, private readonly routing: Routing, private readonly queues: Queues, private readonly patienceMs = 60_000) {}

  async run(): Promise<number> {
    let count = 0;
    for (const [queueName, queue] of this.queues) {
      const names = [...this.routing].filter(([, queues]) => queues.includes(queueName)).map(([name]) => name);
      const rows: Row[] = await this.source.query(
        `SELECT o.id, o.name, o.data, o.at, o.request_id FROM platform.outbox o
         WHERE o.relayed_at < now() - $1 * interval '1 millisecond' AND o.name = ANY($2) AND NOT EXISTS (SELECT 1 FROM platform.done d WHERE d.event_id = o.id AND d.consumer = $3)
         ORDER BY o.relayed_at LIMIT 500`,
        [this.patienceMs, names, queueName],
      );
      for (const row of rows) {
        const id = jobId(row.id, queueName);
        const job = await queue.getJob(id);
        // BullMQ ignores an id that it knows, so a finished or failed job of that id has to go first.
        if (job) {
          const state = await job.getState();
          if (state !== 'completed' && state !== 'failed' && state !== 'unknown') continue;
          await job.remove();
        }
        await queue.add(row.name, eventOf(row), { ...jobOptions, jobId: id });
        count++;
      }
    }
    await this.forget();
    return count;
  }

  private async forget(): Promise<void> {
    const routes = [...this.routing].flatMap(([name, queues]) => queues.map((queue) => ({ name, queue })));
    await this.source.query(
      `DELETE FROM platform.outbox o WHERE o.id IN (
         SELECT o.id FROM platform.outbox o WHERE o.relayed_at < now() - interval '1 hour' AND NOT EXISTS (
           SELECT 1 FROM jsonb_to_recordset($1::jsonb) AS r (name text, queue text)
           WHERE r.name = o.name AND NOT EXISTS (SELECT 1 FROM platform.done d WHERE d.event_id = o.id AND d.consumer = r.queue))
         LIMIT 5000)`,
      [JSON.stringify(routes)],
    );
  }
}
