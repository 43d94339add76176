import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import { runRepeatedly, type RepeatingTask } from '../platform/concurrency/repeat';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { AvailabilitySender } from './availability-sender';
import type { LiveServer } from './live-server';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';

const everyMs = 1_000;

/**
 * Finds updates of sessions that the sockets of this server have missed, and sends them. Redis or
 * PostgreSQL delivers messages between servers, and may lose messages while it restarts. So each
 * server queries once a second which of its watched sessions have a newer version than its sockets
 * received. A lost message thus delays an update by at most a second. AvailabilitySender makes sure
 * that no socket gets a state twice.
 */
@Injectable()
export class AvailabilityPoller implements OnApplicationShutdown {
  private polling: RepeatingTask | undefined;

  constructor(
    private readonly sessionAvailabilityRead: SessionAvailabilityRead,
    private readonly known: AvailabilitySender,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(server: LiveServer): void {
    this.polling = runRepeatedly(() => this.look(server), {
      everyMs,
      onError: (error) =>
        this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'catch-up'),
    });
  }

  onApplicationShutdown(): void {
    void this.polling?.stop();
  }

  /** @returns how many sessions had a version that not every watcher had received. */
  async look(server: LiveServer): Promise<number> {
    const watched: Record<'study' | 'session' | 'link' | 'dashboard', string[]> = {
      study: [],
      session: [],
      link: [],
      dashboard: [],
    };
    for (const room of server.sockets.adapter.rooms.keys()) {
      const [kind = '', id] = room.split(':');
      if (id && kind in watched) watched[kind as keyof typeof watched].push(id);
    }
    if (Object.values(watched).every((ids) => ids.length === 0)) return 0;
    const rows = await this.sessionAvailabilityRead.versions(watched);
    const changed = rows
      .filter(({ id, version }) => (this.known.sent(id) ?? -1) < version)
      .map(({ id }) => id);
    if (changed.length === 0) return 0;
    for (const tile of await this.sessionAvailabilityRead.byIds(changed)) this.known.take(tile);
    return changed.length;
  }
}
