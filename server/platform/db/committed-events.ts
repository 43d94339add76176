import { Injectable } from '@nestjs/common';
import type { EventData, EventName } from '../../../contracts/base/events';

/** An event of a transaction that has committed in this process. */
export type CommittedEvent = { [N in EventName]: { name: N; data: EventData<N> } }[EventName];
type Listener = (events: readonly CommittedEvent[]) => void;

/**
 * Passes the events that this process has committed to its listeners immediately. Nothing is
 * stored: a listener gets no events of other processes, and may miss events when its process ends.
 * Work that must never be missed belongs in a consumer, which gets its events from the outbox
 * (docs/architecture.md).
 */
@Injectable()
export class CommittedEvents {
  private readonly listeners: Listener[] = [];

  /**
   * Adds a listener.
   * @param listener must neither throw nor wait, because it is called between a commit and the
   * response
   */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  tell(events: readonly CommittedEvent[]): void {
    for (const listener of this.listeners) listener(events);
  }
}
