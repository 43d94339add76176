import type { DomainEvent, EventName } from '../../../contracts/base/events';

/**
 * Reacts to an event. It must be idempotent: it reads the current state and acts on that, so a
 * second run does no harm (docs/architecture.md, rules 2 and 3).
 */
export type EventReaction<N extends EventName> = (event: DomainEvent<N>) => Promise<void>;

/**
 * One kind of reaction, with a queue of its own. The keys of `on` are the events that it handles:
 * the outbox relay puts an event into the queue of every consumer that names it. The queue worker
 * skips events that `platform.processed_event` lists, and records each event there after the
 * reaction.
 */
export interface EventConsumer {
  /** The name of the queue, which is also stored in platform.processed_event; never change it. */
  readonly name: string;
  /** How many jobs one process may handle at the same time. */
  readonly concurrency: number;
  /**
   * How many events one job may carry; 1 by default. Each of them succeeds or fails separately. A
   * larger number helps reactions that batch their reads and writes (Batcher), because many events
   * then share statements.
   */
  readonly batch?: number;
  readonly on: { readonly [N in EventName]?: EventReaction<N> };
}

/**
 * A job that runs at intervals: it finds the rows that are due, locks them and checks them again,
 * so that several processes may run it at the same time.
 */
export interface ScheduledJob {
  readonly name: string;
  readonly everyMs: number;
  /**
   * An SQL condition that is true if `run` would find something to do; the scheduler checks the
   * conditions of all jobs in one statement. A job without a condition, or whose condition is
   * undefined, runs at every interval.
   * @param now the current time of this program's clock: an SQL operand of type timestamptz
   */
  isDue?(now: string): string | undefined;
  /** @returns how many items it handled */
  run(): Promise<number>;
}
