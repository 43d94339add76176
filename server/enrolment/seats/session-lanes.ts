import { Injectable } from '@nestjs/common';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { KeyedBatcher } from '../../platform/concurrency/keyed-batcher';
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/errors/transient-failure';

/** One kind of work on sessions, such as enrolments. */
export interface SessionWorkQueueOptions<Item> {
  sessionOf: (item: Item) => string;
  /** The most items that one transaction processes. */
  max: number;
  /**
   * Whether the items of a failed transaction are tried again, each in a transaction of its own.
   */
  retryAlone?: boolean;
}

/**
 * Whether a single item may have made the transaction fail. Two failures concern all items: the
 * database is unavailable, or the transaction waited in vain for a session's row.
 */
const mayConcernOneItem = (error: unknown, waits: boolean): boolean =>
  !isDatabaseUnavailable(error) || (isLockTimeout(error) && !waits);

/**
 * Queues the work on the rows of sessions (docs/decisions/seat-allocation.md): enrolments,
 * transitions and changes of a session. At most four transactions run at the same time; they use
 * half of the connections of a process. At most two of them wait for a locked row, each for the row
 * of one session. So a busy session or a locked row delays no other session.
 */
@Injectable()
export class SessionWorkQueues {
  private readonly batcher = new KeyedBatcher<string>({
    atOnce: 4,
    // `patienceMs` is as long as the `lock_timeout` of PostgreSQL.
    lockedRows: { atOnce: 2, retryMs: 25, patienceMs: 8_000 },
  });

  queue<Item, Answer>({
    sessionOf,
    max,
    retryAlone = false,
  }: SessionWorkQueueOptions<Item>): BatchQueue<string, Item, Answer> {
    return this.batcher.queue({
      // PostgreSQL writes ids in lower case; callers may use upper case.
      key: (item) => sessionOf(item).toLowerCase(),
      max,
      ...(retryAlone && { retryAlone: mayConcernOneItem }),
    });
  }

  /** How many sessions have waiting requests or running transactions. */
  get size(): number {
    return this.batcher.size;
  }
}
