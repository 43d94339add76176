import { Injectable } from '@nestjs/common';
import type { EventData, EventName } from '../../../contracts/base/events';

/** An event of a transaction that has committed in this process. */
export type CommittedEvent = { [N in EventName]: { name: N; data: EventData<N> } }[EventName];
type Listener = (events: readonly CommittedEvent[]) => void;

/**
 * Passes the events that this process has committed to its listeners at once. Nothing is kept: a listener may
 * miss events, those of other processes and those of a process that ends. What must happen is the work of a
 * consumer, which the outbox serves (docs/architecture.md).
 */
@Injectable()
export class CommittedEvents {
  private readonly listeners: Listener[] = [];

  /** @param listener must neither throw nor wait: it is called between a commit and its answer. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  tell(events: readonly CommittedEvent[]): void {
    for (const listener of this.listeners) listener(events);
  }
}
