import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Availability } from '../../contracts/live';
import { SessionAvailabilityRead } from '../enrolment/sessions/session-availability.read';
import { repeat, type Repetition } from '../platform/concurrency/repeat';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import type { LiveServer } from './live-server';
import { rooms } from './rooms';
import { messageOf } from '../platform/observability/redact-error';

const everyMs = 1_000;

/**
 * The fan-out may lose a message while its engine restarts. Once a second each server queries which
 * of its watched sessions have a newer version than its sockets received, and sends them the newest
 * state. So a lost message delays an update by at most a second. Clients drop versions that they
 * already know.
 */
@Injectable()
export class AvailabilityPoller implements OnApplicationShutdown {
  private polling: Repetition | undefined;
  /** By session, the version that every watcher on this server has received. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly sessionAvailabilityRead: SessionAvailabilityRead,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(server: LiveServer): void {
    this.polling = repeat(() => this.look(server), {
      everyMs,
      onError: (error) => this.log.warn({ err: { message: messageOf(error) } }, 'catch-up'),
    });
  }

  onApplicationShutdown(): void {
    void this.polling?.stop();
  }

  /**
   * Records the snapshot of a socket that has already joined its room; a version that other sockets
   * received earlier stays.
   */
  note(tiles: readonly Availability[]): void {
    for (const { session_id, version } of tiles)
      if (!this.told.has(session_id)) this.told.set(session_id, version);
  }

  /** @returns how many sessions had changed since the last poll. */
  async look(server: LiveServer): Promise<number> {
    const watched = { study: [] as string[], session: [] as string[], dashboard: [] as string[] };
    for (const room of server.sockets.adapter.rooms.keys()) {
      const [kind = '', id] = room.split(':');
      if (id && kind in watched) watched[kind as keyof typeof watched].push(id);
    }
    if (watched.study.length + watched.session.length + watched.dashboard.length === 0) {
      this.told.clear();
      return 0;
    }
    const rows = await this.sessionAvailabilityRead.versions(watched);
    const changed = rows
      .filter(({ id, version }) => (this.told.get(id) ?? -1) < version)
      .map(({ id }) => id);
    if (changed.length === 0) return 0;
    for (const tile of await this.sessionAvailabilityRead.byIds(changed)) {
      const { session_id, study_id, version } = tile.public;
      server.local.to(rooms.study(study_id)).emit('session.availability', tile.public);
      server.local
        .to([rooms.session(session_id), rooms.dashboard(tile.owner_id)])
        .emit('session.availability', tile.own);
      this.told.set(session_id, version);
    }
    return changed.length;
  }
}
