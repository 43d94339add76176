import { io, type Socket } from 'socket.io-client';
import type {
  SeatAvailability,
  ClientToServerEvents,
  ConnectionRefusal,
  ServerToClientEvents,
} from '../../../../contracts/live/live';
import type { LiveTopic } from '../../../../contracts/live/live-topics';
import { createTopicSubscriptions } from './live-subscriptions';
import { createHttpFallback } from './live-fallback';
import { handleLiveMessages } from './live-messages';
import { createMessageBatcher, messageBatchMs } from './frames';
import { createHeartbeat, type HeartbeatTimes } from './heartbeat';
import type { LiveOptions } from './live-options';
import { isPageVisible, onVisibilityChange } from './page-visibility';

/**
 * The state of the connection. `silent`: the socket is open, but nothing has come for so long that
 * the server may be gone. `by_http`: no socket can be opened, so the data is fetched by HTTP every
 * half minute.
 */
export type LiveConnectionState =
  | 'idle'
  | 'connecting'
  | 'live'
  | 'silent'
  | 'reconnecting'
  | 'by_http';

/** The time between two attempts to open a socket while data is fetched by HTTP. */
const byHttpWaitMs = 30_000;

/**
 * Creates the one socket of this browser tab (docs/api-conventions.md, live updates). It updates
 * the query cache and nothing else.
 */
export function createLiveConnection({
  url,
  cache,
  onSignedOut,
  lingerMs = 1000,
  ackTimeoutMs = 15_000,
  reconnectionDelayMs = 500,
  readEveryMs,
  beatMs = 1000,
  silenceMs = 3900,
}: LiveOptions) {
  const watchers = new Map<LiveTopic, number>();
  const leaving = new Map<LiveTopic, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  let token: string | null = null;
  let connection: LiveConnectionState = 'idle';
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  /** How many milliseconds the server has asked this client to wait before it reconnects. */
  let askedToWaitMs = 0;

  const longestWaitMs = Math.max(5000, reconnectionDelayMs);
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url || undefined, {
    path: '/socket.io/',
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: reconnectionDelayMs,
    reconnectionDelayMax: longestWaitMs,
    auth: (give) => give(token ? { token } : {}),
  });

  const fallback = createHttpFallback({
    read: (isOver) => cache.readByHttp([...watchers.keys()], isOver),
    isSeen: () => watchers.size > 0 && isPageVisible(),
    onChange: (isOn) => {
      without();
      // A proxy that strips WebSockets will probably go on doing so, so the page tries less often
      // to open a socket.
      socket.io.reconnectionDelayMax(isOn ? byHttpWaitMs : longestWaitMs);
    },
    ...(readEveryMs && { everyMs: readEveryMs, firstWithinMs: readEveryMs[0] }),
  });
  const stopLooking = onVisibilityChange(() => fallback.seen());

  const editors = cache.editors((topic) => socket.emit('editing', { topic }));

  function become(next: LiveConnectionState) {
    if (next === connection) return;
    connection = next;
    for (const listener of [...listeners]) listener();
  }

  /** Sets the state of the connection while there is no socket. */
  const without = () => become(fallback.isOn() ? 'by_http' : 'reconnecting');

  /**
   * Reconnects when the server itself closes or refuses the connection, since socket.io then does
   * not. The wait has a random part: a restarting server disconnects many clients at the same
   * moment.
   */
  function tryAgainLater() {
    clearTimeout(retry);
    retry = undefined;
    const ms = Math.max(reconnectionDelayMs, 500, askedToWaitMs);
    askedToWaitMs = 0;
    if (!closed && watchers.size)
      retry = setTimeout(
        () => {
          retry = undefined;
          socket.connect();
        },
        ms * (1 + Math.random()),
      );
  }

  const { ask, ...asking } = createTopicSubscriptions(socket, {
    ackTimeoutMs,
    againMs: () => reconnectionDelayMs * 2 * (1 + Math.random()),
    isWatched: (topic) => watchers.has(topic),
    onAsked: (topic) => editors.watched(topic),
    onAnswer: (topic, answer) => {
      heartbeat.heard();
      if (answer.ok) cache.takeSnapshot(topic, answer.snapshot);
    },
  });

  const heartbeat = createHeartbeat({
    beatMs,
    silenceMs,
    isOpen: () => socket.connected,
    beat: () => socket.emit('beat', () => heartbeat.heard()),
    onChange: (silent) => {
      if (socket.connected) become(silent ? 'silent' : 'live');
    },
  });
  socket.onAny(() => heartbeat.heard());
  const tiles = createMessageBatcher<SeatAvailability>(messageBatchMs, (messages) => {
    heartbeat.changed();
    cache.takeSessions(messages);
  });
  socket.on('session.availability', (message) => tiles.add(message));
  const runs = createMessageBatcher(messageBatchMs, cache.runs.take);
  socket.on('runs.counted', (message) => runs.add(message));
  socket.on('study.editing', (message) => editors.heard(message));
  handleLiveMessages(socket, {
    cache,
    onSignedOut,
    onReviews: () => {
      if (watchers.has('reviews')) ask('reviews');
    },
  });
  socket.on('connect', () => {
    fallback.connected();
    socket.io.reconnectionDelayMax(longestWaitMs);
    heartbeat.heard();
    become('live');
    cache.readAgain();
    asking.askAll(watchers.keys());
  });
  socket.on('disconnect', () => {
    if (closed) return;
    without();
    if (!socket.active) tryAgainLater();
  });
  socket.on('cut_off', ({ retry_after }) => (askedToWaitMs = retry_after * 1000));
  socket.on('connect_error', (error: Error & { data?: ConnectionRefusal }) => {
    if (error.data) askedToWaitMs = error.data.retry_after * 1000;
    without();
    fallback.failed();
    if (!socket.active) tryAgainLater();
  });

  function open() {
    if (closed || socket.active || retry) return;
    if (connection === 'idle') become('connecting');
    socket.connect();
  }

  function leave(topic: LiveTopic) {
    leaving.delete(topic);
    watchers.delete(topic);
    asking.forget(topic);
    editors.left(topic);
    if (socket.connected) socket.emit('unwatch', { topic });
    cache.forget([...watchers.keys()]);
  }

  return {
    /**
     * Watches a topic until the returned function is called. Several screens may watch the same
     * topic.
     */
    watch(topic: LiveTopic): () => void {
      clearTimeout(leaving.get(topic));
      leaving.delete(topic);
      const count = watchers.get(topic);
      watchers.set(topic, (count ?? 0) + 1);
      if (count === undefined) {
        if (socket.connected) ask(topic);
        else open();
      }
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (watchers.get(topic) ?? 1) - 1;
        watchers.set(topic, left);
        if (left === 0)
          leaving.set(
            topic,
            setTimeout(() => leave(topic), lingerMs),
          );
      };
    },
    /** When a different person signs in, the socket authenticates again and subscribes to every topic again. */
    setToken(next: string | null) {
      if (next === token) return;
      token = next;
      if (!socket.active) return;
      socket.disconnect();
      become('connecting');
      socket.connect();
    },
    /** Keeps asking whether the server still answers, until the returned function is called. */
    keepContact: () => heartbeat.start(),
    moments: (): HeartbeatTimes => heartbeat.moments(),
    connection: () => connection,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(retry);
      [tiles, runs].forEach((frames) => frames.stop());
      heartbeat.stop();
      fallback.stop();
      stopLooking();
      editors.stop();
      for (const timer of leaving.values()) clearTimeout(timer);
      cache.stop();
      socket.disconnect();
      become('idle');
    },
  };
}
export type LiveConnection = ReturnType<typeof createLiveConnection>;
