import { Inject, Injectable } from '@nestjs/common';
import { liveLimits } from '../../contracts/live/limits';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import { Batcher } from '../platform/concurrency/batcher';
import { CommittedEvents } from '../platform/db/committed-events';
import type { Logger } from '../platform/observability/log';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';
import { LOG } from '../platform/platform.module';
import { CallCoalescer } from './run-coalescer';
import { AvailabilitySender } from './availability-sender';

/**
 * Sends the state of a session to the sockets of this server as soon as this server has changed the
 * session. The event of the change also passes through outbox, queue and worker, which reach every
 * server reliably. When the message arrives at this server, its sockets already have the state and
 * do not get it again
 * (docs/decisions/live-updates.md).
 */
@Injectable()
export class LocalSessionChangeSender {
  private readonly tiles: Batcher<string, void>;
  private readonly sessions: CallCoalescer;

  constructor(
    private readonly committed: CommittedEvents,
    private readonly known: AvailabilitySender,
    private readonly sessionAvailabilityRead: SessionAvailabilityRead,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.tiles = new Batcher((ids) => this.tell(ids));
    this.sessions = new CallCoalescer(
      (id) => this.tiles.load(id),
      1000 / liveLimits.liveUpdatesPerSecond,
    );
  }

  start(): void {
    this.committed.listen((events) => {
      for (const { data } of events)
        if ('session_id' in data && this.known.sent(data.session_id) !== undefined)
          void this.sessions.request(data.session_id);
    });
  }

  private async tell(ids: string[]): Promise<void[]> {
    try {
      for (const tile of await this.sessionAvailabilityRead.byIds(ids)) this.known.take(tile);
    } catch (error) {
      // A failure here only delays the message: the worker's event, or the poller within about a
      // second, sends the same change.
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'own change');
    }
    return ids.map(() => undefined);
  }
}
