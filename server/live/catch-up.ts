import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SessionTileRead } from '../enrolment/session-tile.read';
import type { Logger } from '../platform/log';
import { LOG } from '../platform/platform.module';
import type { LiveServer } from './live-server';
import { rooms } from './rooms';

const everyMs = 1_000;

interface Changed { id: string; version: number }

/**
 * The fan-out may lose a message while its engine restarts. Once a second each server asks which of the sessions that its own
 * sockets watch have a newer version than it asked about before, and tells these sockets: the newest state within a second,
 * whatever happened in between. Clients drop what they know already.
 */
@Injectable()
export class CatchUp implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly seen = new Map<string, number>();

  constructor(private readonly source: DataSource, private readonly tiles: SessionTileRead, @Inject(LOG) private readonly log: Logger) {}

  start(server: LiveServer): void {
    const next = () => {
      this.timer = setTimeout(() => {
        this.look(server).catch((error: unknown) => this.log.warn({ err: { message: (error as Error).message } }, 'catch-up')).finally(next);
      }, everyMs);
      this.timer.unref();
    };
    next();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** @returns how many sessions had changed since the last look. */
  async look(server: LiveServer): Promise<number> {
    const watched = { study: [] as string[], session: [] as string[], dashboard: [] as string[] };
    for (const room of server.sockets.adapter.rooms.keys()) {
      const [kind = '', id] = room.split(':');
      if (id && kind in watched) watched[kind as keyof typeof watched].push(id);
    }
    if (watched.study.length + watched.session.length + watched.dashboard.length === 0) {
      this.seen.clear();
      return 0;
    }
    const rows: Changed[] = await this.source.query(
      `SELECT s.id, s.version FROM research.session s WHERE s.state <> 'closed' AND (s.study_id = ANY($1::uuid[]) OR s.id = ANY($2::uuid[]) OR s.study_id IN (SELECT id FROM research.study WHERE owner_id = ANY($3::uuid[])))
       UNION SELECT s.id, s.version FROM research.session s WHERE s.state = 'closed' AND s.closed_at > now() - interval '1 minute' AND (s.study_id = ANY($1::uuid[]) OR s.id = ANY($2::uuid[]) OR s.study_id IN (SELECT id FROM research.study WHERE owner_id = ANY($3::uuid[])))`,
      [watched.study, watched.session, watched.dashboard],
    );
    const changed = rows.filter(({ id, version }) => this.seen.has(id) && (this.seen.get(id) ?? 0) < version);
    for (const { id, version } of rows) this.seen.set(id, version);
    if (changed.length === 0) return 0;
    for (const tile of await this.tiles.byIds(changed.map((c) => c.id))) {
      const { session_id, study_id } = tile.public;
      server.local.to(rooms.study(study_id)).emit('session.availability', tile.public);
      server.local.to([rooms.session(session_id), rooms.dashboard(tile.owner_id)]).emit('session.availability', tile.own);
    }
    return changed.length;
  }
}
