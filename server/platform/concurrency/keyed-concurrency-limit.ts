import { DomainError } from '../errors/errors';
import { ConcurrencyLimit } from './concurrency-limit';

/**
 * The longest wait for a turn, in milliseconds. PostgreSQL's `lock_timeout` has the same length, so
 * no statement waits longer for a row either.
 */
const patienceMs = 8_000;

/**
 * Runs work that locks one row, such as a slot that many people book at the same time: one task at
 * a time for each key, in the order of the calls, and a limited number of tasks for all keys
 * together. Waiting tasks wait in memory and use no database connection, so that other requests
 * find a free one (docs/decisions/seat-allocation.md).
 */
export class KeyedConcurrencyLimit {
  private readonly queues = new Map<string, (() => void)[]>();
  private readonly all: ConcurrencyLimit;

  constructor(atOnce: number) {
    this.all = new ConcurrencyLimit(atOnce);
  }

  /**
   * @throws DomainError unavailable if the work waited too long for its turn; the work then did not
   * start
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const queue = this.queues.get(key);
    if (queue) await new Promise<void>((resolve) => queue.push(resolve));
    else this.queues.set(key, []);
    try {
      return await this.all.run(() => {
        if (performance.now() - asked >= patienceMs) throw new DomainError('unavailable');
        return work();
      });
    } finally {
      const next = this.queues.get(key)?.shift();
      if (next) next();
      else this.queues.delete(key);
    }
  }
}
