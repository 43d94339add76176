import { minutes } from '../server/platform/concurrency/clock';
import { withTimeout } from '../server/platform/concurrency/with-timeout';
import type { ScheduledJob } from '../server/platform/messaging/consumer';
import { finishedJobRetentionMs, type EventQueues } from './event-jobs';

const atOnce = 1_000;
const askWithinMs = 4_000;

/**
 * Deletes finished jobs within an hour, even in a queue in which no other job finishes: BullMQ
 * checks the age of finished jobs only when another job finishes.
 */
export class FinishedJobsCleanup implements ScheduledJob {
  readonly name = 'finished-jobs';
  readonly everyMs = minutes(5);
  constructor(
    private readonly queues: EventQueues,
    private readonly keptMs = finishedJobRetentionMs,
  ) {}

  /** @returns how many jobs were deleted */
  async run(): Promise<number> {
    let count = 0;
    for (const [name, { queue }] of this.queues)
      for (let gone = atOnce; gone === atOnce; count += gone)
        gone = (
          await withTimeout(
            askWithinMs,
            `clearing the queue ${name}`,
            queue.clean(this.keptMs, atOnce, 'completed'),
          )
        ).length;
    return count;
  }
}
