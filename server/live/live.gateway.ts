import { Inject } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
} from '@nestjs/websockets';
import type { Availability, Snapshots, WatchAnswer } from '../../contracts/live';
import { PersonRead } from '../access/person.read';
import { codeOfError } from '../platform/http/errors';
import type { Logger } from '../platform/observability/log';
import { Metrics } from '../platform/observability/metrics';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import { AvailabilityPoller } from './availability-poller';
import type { LiveServer, LiveSocket } from './live-server';
import { rooms } from './rooms';
import { RevocationPoller } from './revocation-poller';
import { Topics } from './topics';
import { messageOf } from '../platform/observability/redact-error';

const topicsPerSocket = 500;
const tokenOf = (socket: LiveSocket): string | null => {
  const { token } = socket.handshake.auth;
  return typeof token === 'string' && token !== '' && token.length <= 200 ? token : null;
};

const tilesOf = (snapshot: Snapshots[keyof Snapshots]): readonly Availability[] =>
  Array.isArray(snapshot) ? snapshot : 'session_id' in snapshot ? [snapshot] : [];

/**
 * One socket per browser; `watch` joins a room first and reads the snapshot afterwards, so that no
 * change in between is lost.
 */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  @WebSocketServer() private readonly server!: LiveServer;

  constructor(
    private readonly people: PersonRead,
    private readonly topics: Topics,
    private readonly availabilityPoller: AvailabilityPoller,
    private readonly tokens: RevocationPoller,
    private readonly secrets: Secrets,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  afterInit(server: LiveServer) {
    server.use((socket, next) => {
      const token = tokenOf(socket);
      if (token === null) {
        socket.data = { person: null, token: null };
        return next();
      }
      this.people.byToken(token).then(
        (person) => {
          socket.data = { person: person ?? null, token };
          next(person ? undefined : new Error('unauthenticated'));
        },
        () => next(new Error('unavailable')),
      );
    });
    this.availabilityPoller.start(server);
    this.tokens.start(server);
  }

  async handleConnection(socket: LiveSocket) {
    this.metrics.sockets.set(this.server.sockets.sockets.size);
    const { person } = socket.data;
    if (person)
      await socket.join([
        rooms.token(person.token_id),
        rooms.account(this.secrets, person.account_id),
      ]);
  }

  handleDisconnect() {
    this.metrics.sockets.set(this.server.sockets.sockets.size);
  }

  @SubscribeMessage('watch')
  async watch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() message: unknown,
  ): Promise<WatchAnswer> {
    try {
      if (socket.rooms.size > topicsPerSocket) return { ok: false, code: 'too_many_requests' };
      // Authorizes by the present rights: a role or a token may have been revoked since the
      // connection.
      const person =
        socket.data.token === null
          ? null
          : ((await this.people.byToken(socket.data.token)) ?? null);
      if (socket.data.token !== null && person === null)
        return { ok: false, code: 'unauthenticated' };
      const opened = await this.topics.open((message as { topic?: unknown } | null)?.topic, person);
      if (!opened.ok) return opened;
      await socket.join(opened.room);
      const snapshot = await opened.snapshot();
      this.availabilityPoller.note(tilesOf(snapshot));
      return { ok: true, snapshot };
    } catch (error) {
      this.log.warn({ err: { message: messageOf(error) } }, 'watch failed');
      return { ok: false, code: codeOfError(error) };
    }
  }

  @SubscribeMessage('unwatch')
  async unwatch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() message: unknown,
  ): Promise<{ ok: true }> {
    const opened = await this.topics
      .open((message as { topic?: unknown } | null)?.topic, socket.data.person)
      .catch(() => undefined);
    if (opened?.ok) await socket.leave(opened.room);
    return { ok: true };
  }
}
