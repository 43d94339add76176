import { DomainError } from '../errors/errors';
import { Slots } from './slots';

/** PostgreSQL's `lock_timeout` is as long: no statement waits longer for a row. */
const patienceMs = 8_000;

/**
 * Runs work that locks one row, such as a slot that many book at the same time: one at a time per key, in the order
 * of the calls, and a limited number for all keys together. The others wait in memory and not on database
 * connections, so that other requests find a free one (docs/decisions/seat-allocation.md).
 */
export class Turns {
  private readonly queues = new Map<string, (() => void)[]>();
  private readonly all: Slots;

  constructor(atOnce: number) {
    this.all = new Slots(atOnce);
  }

  /** @throws DomainError unavailable where the turn came too late; nothing was done then */
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
