import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PersonRead } from '../access/person.read';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import type { LiveServer } from './live-server';
import { rooms } from './rooms';
import { messageOf } from '../platform/observability/redact-error';

/** How long a connection may outlive its token. */
export const revocationPollMs = 1_000;

/**
 * A sign-out disconnects the sockets of its token at once, by a message that may be lost while the
 * engine restarts. A token also expires, and an account may be disabled or lose its role. So each
 * server checks once a second whether the tokens of its own sockets are still valid, and whether
 * the watchers of administrators' topics are still administrators.
 */
@Injectable()
export class RevocationPoller implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly people: PersonRead,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(server: LiveServer): void {
    const next = () => {
      if (this.stopped) return;
      this.timer = setTimeout(() => {
        this.look(server)
          .catch((error: unknown) =>
            this.log.warn({ err: { message: messageOf(error) } }, 'token check'),
          )
          .finally(next);
      }, revocationPollMs);
      this.timer.unref();
    };
    next();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** @returns how many sockets were disconnected. */
  async look(server: LiveServer): Promise<number> {
    const sockets = [...server.sockets.sockets.values()].flatMap((socket) =>
      socket.data.person ? [{ socket, token: socket.data.person.token_id }] : [],
    );
    if (sockets.length === 0) return 0;
    const held = await this.people.holding([...new Set(sockets.map((s) => s.token))]);
    for (const { socket, token } of sockets)
      if (socket.rooms.has(rooms.reviews) && !held.get(token)?.administrator)
        await socket.leave(rooms.reviews);
    const gone = sockets.filter(({ token }) => !held.has(token));
    for (const { socket, token } of gone) {
      socket.emit('signed_out', { token_id: token });
      socket.disconnect(true);
    }
    return gone.length;
  }
}
