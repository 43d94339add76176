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
import { liveLimits } from '../../contracts/live/limits';
import type { ConnectionRefusal, WatchTopicResponse } from '../../contracts/live/live';
import { PersonRead } from '../access/person.read';
import { codeOfError } from '../platform/errors/errors';
import type { Logger } from '../platform/observability/log';
import { withTimeout } from '../platform/concurrency/with-timeout';
import { requestTimeLimits } from '../platform/http/bodies/time-limits';
import { Metrics } from '../platform/observability/metrics';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import { AvailabilityPoller } from './availability-poller';
import { StudyEditorPresence } from './study-editor-presence';
import { AvailabilitySender } from './availability-sender';
import { LocalSessionChangeSender } from './local-changes';
import { sendToRoom, type LiveServer, type LiveSocket } from './live-server';
import { TokenBucket } from './limits/token-bucket';
import { roomNames } from './rooms';
import { RevocationPoller } from './revocation-poller';
import { RunCountsSender } from './run-counts-sender';
import { SlowReaderDisconnector } from './slow-readers/slow-readers';
import { SocketCounts } from './limits/socket-counts';
import { SocketAdmission } from './socket-admission';
import { LiveTopicRooms } from './topics';
import { isSlowReader, terminateConnection } from './slow-readers/unsent';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';
import { WatchQueue } from './limits/watch-queue';

const cutOff: ConnectionRefusal = {
  code: 'too_many_requests',
  retry_after: liveLimits.liveReturnSeconds,
};
const topicOf = (message: unknown) => (message as { topic?: unknown } | null)?.topic;

/**
 * Handles the WebSockets of browsers, one for each browser. Each socket has a queue for its `watch`
 * messages, and all sockets of a network or account share one rate limit (docs/security.md,
 * limits).
 */
@WebSocketGateway()
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  @WebSocketServer() private readonly server!: LiveServer;
  private readonly queues = new WeakMap<LiveSocket, WatchQueue<WatchTopicResponse>>();

  constructor(
    private readonly entry: SocketAdmission,
    private readonly people: PersonRead,
    private readonly topics: LiveTopicRooms,
    private readonly known: AvailabilitySender,
    private readonly editing: StudyEditorPresence,
    private readonly runs: RunCountsSender,
    private readonly availabilityPoller: AvailabilityPoller,
    private readonly localChanges: LocalSessionChangeSender,
    private readonly tokens: RevocationPoller,
    private readonly slowReaders: SlowReaderDisconnector,
    private readonly counts: SocketCounts,
    private readonly secrets: Secrets,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  afterInit(server: LiveServer) {
    this.entry.guard(server);
    this.known.start(server);
    server.on('told', (all) => {
      for (const one of all)
        if ('tile' in one) this.known.take(one.tile);
        else sendToRoom(server, one);
    });
    this.availabilityPoller.start(server);
    this.localChanges.start();
    this.runs.start();
    this.tokens.start(server);
    this.slowReaders.start(server);
  }

  async handleConnection(socket: LiveSocket) {
    this.metrics.sockets.set(this.server.sockets.sockets.size);
    const messages = new TokenBucket(liveLimits.liveMessages);
    socket.use((_event, next) => {
      if (messages.take(performance.now()) === 0) next();
      else this.cutOff(socket);
    });
    const { person } = socket.data;
    if (person)
      await socket.join([
        roomNames.token(person.token_id),
        roomNames.account(this.secrets, person.account_id),
      ]);
  }

  handleDisconnect(socket: LiveSocket) {
    this.queues.get(socket)?.close();
    this.editing.gone(socket);
    this.runs.gone(socket);
    this.metrics.sockets.set(this.server.sockets.sockets.size);
  }

  @SubscribeMessage('watch')
  watch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() message: unknown,
  ): Promise<WatchTopicResponse> | WatchTopicResponse {
    const answer = this.queueOf(socket).ask(topicOf(message));
    // A `watch` that waits too long for the database gets `unavailable`. If the socket has joined
    // the topic's room by the time the client sends `watch` again, the server answers from memory.
    if (answer)
      return withTimeout(requestTimeLimits.answerMs, 'watch', answer).catch(() => ({
        ok: false,
        code: 'unavailable',
      }));
    this.cutOff(socket);
    return { ok: false, code: cutOff.code };
  }

  /** Stops watching a topic. This needs no query, so it is handled at once and not in the queue. */
  @SubscribeMessage('unwatch')
  async unwatch(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() message: unknown,
  ): Promise<{ ok: true }> {
    const topic = topicOf(message);
    this.queues.get(socket)?.leave(topic);
    await this.leave(socket, topic);
    return { ok: true };
  }

  /**
   * Answers the heartbeat of a client that shows live numbers. The answer proves to the client that
   * the connection works.
   */
  @SubscribeMessage('beat')
  beat(): { ok: true } {
    return { ok: true };
  }

  @SubscribeMessage('editing')
  stillEditing(@ConnectedSocket() socket: LiveSocket, @MessageBody() message: unknown): void {
    const room = this.topics.roomOf(topicOf(message), socket.data.person);
    if (room !== undefined) this.editing.still(socket, room);
  }

  private queueOf(socket: LiveSocket): WatchQueue<WatchTopicResponse> {
    const known = this.queues.get(socket);
    if (known) return known;
    const own = new TokenBucket(liveLimits.liveWatches);
    const queue = new WatchQueue<WatchTopicResponse>(
      (topic, left) => this.answer(socket, topic, left),
      () => Math.max(own.take(performance.now()), this.counts.pause(socket.data.place)),
    );
    this.queues.set(socket, queue);
    return queue;
  }

  private async answer(
    socket: LiveSocket,
    topic: unknown,
    left: () => boolean,
  ): Promise<WatchTopicResponse> {
    // The client sent `unwatch` before this `watch` was handled, so it no longer waits for a
    // response.
    if (left()) return { ok: false, code: 'not_found' };
    if (isSlowReader(socket)) {
      terminateConnection(socket);
      return { ok: false, code: cutOff.code };
    }
    try {
      const answer = this.repeated(socket, topic) ?? (await this.open(socket, topic, left));
      if (left()) await this.leave(socket, topic);
      return answer;
    } catch (error) {
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'watch failed');
      return { ok: false, code: codeOfError(error) };
    }
  }

  /**
   * Answers from memory, without a query, if the socket watches the topic already; otherwise
   * undefined.
   */
  private repeated(socket: LiveSocket, topic: unknown): WatchTopicResponse | undefined {
    const room = this.topics.roomOf(topic, socket.data.person);
    if (room === undefined) return undefined;
    const counted = this.runs.repeat(socket, room);
    if (counted) return { ok: true, snapshot: counted };
    const tiles = this.known.repeat(socket, room);
    return tiles && { ok: true, snapshot: this.topics.snapshotOf(topic, tiles) };
  }

  private async open(
    socket: LiveSocket,
    topic: unknown,
    left: () => boolean,
  ): Promise<WatchTopicResponse> {
    if (socket.rooms.size > liveLimits.liveTopicsPerSocket)
      return { ok: false, code: 'too_many_requests' };
    // Checks the current permissions: a role or a token may have been revoked since the connection.
    const { token } = socket.data;
    const asks = token !== null && this.topics.needsPerson(topic);
    const person = asks ? ((await this.people.byToken(token)) ?? null) : null;
    if (asks && person === null) return { ok: false, code: 'unauthenticated' };
    const opened = await this.topics.open(topic, person);
    if (!opened.ok) return opened;
    if ('sessions' in opened) {
      const tiles = await this.known.open(socket, opened.room, opened.sessions);
      return { ok: true, snapshot: this.topics.snapshotOf(topic, tiles) };
    }
    if ('runs' in opened) {
      const counted = person && (await this.runs.open(socket, opened.room, opened.runs, person));
      if (counted) return { ok: true, snapshot: counted };
      // Without counts, the person may not read them, or the socket was closed while it waited. A
      // closed socket gets no response, so its error code does not matter.
      const code =
        person && !left() ? await this.topics.refusalOfRuns(opened.runs, person) : 'not_found';
      return { ok: false, code };
    }
    await socket.join(opened.room);
    if (opened.editor) this.editing.joined(socket, opened.room, opened.editor);
    return { ok: true, snapshot: await opened.snapshot() };
  }

  private async leave(socket: LiveSocket, topic: unknown): Promise<void> {
    const room = this.topics.roomOf(topic, socket.data.person);
    if (room === undefined) return;
    this.editing.left(socket, room);
    this.runs.left(socket, room);
    await this.known.leave(socket, room);
  }

  private cutOff(socket: LiveSocket): void {
    socket.emit('cut_off', cutOff);
    socket.disconnect(true);
  }
}
