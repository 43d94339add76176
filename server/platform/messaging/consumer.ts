import type { DomainEvent, EventName } from '../../../contracts/base/events';

/**
 * Idempotent: it re-reads the current state and acts on that, so a second run does no harm
 * (docs/architecture.md, rules 2 and 3).
 */
export type Reaction<N extends EventName> = (event: DomainEvent<N>) => Promise<void>;

/**
 * One kind of reaction with a queue of its own. The keys of `on` are the routing: the relay puts an
 * event into the queue of every consumer that names it. The queue worker skips the events that
 * `platform.processed_event` lists and records each one after its reaction.
 */
export interface Consumer {
  /** The queue's name and the name in platform.processed_event; never change it. */
  readonly name: string;
  /** How many jobs one process may handle at the same time. */
  readonly concurrency: number;
  /**
   * How many events one job may carry, 1 where absent; each succeeds or fails separately. Used for reactions
   * whose reads and writes are batched (Batcher), so that many events share them.
   */
  readonly batch?: number;
  readonly on: { readonly [N in EventName]?: Reaction<N> };
}

/**
 * A scheduled job: it finds the rows that are due, locks them and checks them again, so that several processes may
 * run it at the same time.
 */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /**
   * A condition of SQL that holds while `run` would find something; the scheduler checks all due jobs in one
   * statement. Without it, or where it returns undefined, the job runs at each interval.
   * @param now an operand of type timestamptz, of the clock of this program
   */
  isDue?(now: string): string | undefined;
  /** @returns how many items it handled. */
  run(): Promise<number>;
}
