import type { DomainEvent, EventName } from '../contracts/events';

/**
 * May run twice without harm: it re-reads the present state and does what that asks for
 * (ARCHITECTURE 2, 3).
 */
export type Reaction<N extends EventName> = (event: DomainEvent<N>) => Promise<void>;

/**
 * One kind of reaction with a queue of its own. The keys of `on` are the routing: the relay puts an
 * event into the queue of every consumer that names it. The runner skips what
 * `platform.processed_event` knows and records done after the reaction.
 */
export interface Consumer {
  /** The queue's name and the name in platform.processed_event; never change it. */
  readonly name: string;
  /** How many events may be under way at once in one process. */
  readonly concurrency: number;
  readonly on: { readonly [N in EventName]?: Reaction<N> };
}

/**
 * Something that looks for what is due; locks and re-checks, so that several processes may run it
 * at once.
 */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** @returns how many things it did. */
  run(): Promise<number>;
}
