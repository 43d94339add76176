import { io, type Socket } from 'socket.io-client';
import type {
  Availability,
  ClientToServer,
  CutOff,
  ServerToClient,
  WatchAnswer,
} from '../../../../contracts/live';
import type { Topic } from '../../../../contracts/live-topics';
import { createFrames, frameMs } from './frames';
import { createHeartbeat, type Moments } from './heartbeat';
import type { LiveOptions } from './live-options';

/** `silent`: the socket is open, and nothing has come for so long that the server may be gone. */
export type Connection = 'idle' | 'connecting' | 'live' | 'silent' | 'reconnecting';

/** Errors that a retry can resolve. */
const passing = new Set(['unavailable', 'ask_again', 'internal', 'too_many_requests']);

/** The server answers one `watch` after the other, and ends a connection that sends too many. */
const mostUnanswered = 10;

/**
 * The browser's one socket (docs/api-conventions.md, live updates). It updates the query cache and
 * nothing else.
 */
export function createLive({
  url,
  cache,
  onSignedOut,
  lingerMs = 1000,
  ackTimeoutMs = 15_000,
  reconnectionDelayMs = 500,
  beatMs = 1000,
  silenceMs = 3900,
}: LiveOptions) {
  const watchers = new Map<Topic, number>();
  const leaving = new Map<Topic, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  let token: string | null = null;
  let connection: Connection = 'idle';
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  /** The server wants to be left alone for so long. */
  let askedToWaitMs = 0;
  let unasked = new Set<Topic>();
  let unanswered = 0;

  const socket: Socket<ServerToClient, ClientToServer> = io(url || undefined, {
    path: '/socket.io/',
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: reconnectionDelayMs,
    reconnectionDelayMax: Math.max(5000, reconnectionDelayMs),
    auth: (give) => give(token ? { token } : {}),
  });

  const editors = cache.editors((topic) => socket.emit('editing', { topic }));

  function become(next: Connection) {
    if (next === connection) return;
    connection = next;
    for (const listener of [...listeners]) listener();
  }

  /**
   * socket.io stops reconnecting when the server itself ends or refuses the connection; this
   * retries. All whom the server cut off together come back spread over as long again.
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

  function ask(topic: Topic) {
    unasked.add(topic);
    askNext();
  }

  function askNext() {
    for (const topic of unasked) {
      if (unanswered >= mostUnanswered) return;
      unasked.delete(topic);
      send(topic);
    }
  }

  function send(topic: Topic) {
    const from = socket.id;
    unanswered += 1;
    editors.watched(topic);
    socket
      .timeout(ackTimeoutMs)
      .emit('watch', { topic }, (error: Error | null, answer?: WatchAnswer) => {
        if (socket.id !== from) return;
        unanswered -= 1;
        askNext();
        if (!watchers.has(topic)) return;
        if (answer) heartbeat.heard();
        if (answer?.ok) cache.takeSnapshot(topic, answer.snapshot);
        else if (error || (answer && passing.has(answer.code)))
          setTimeout(
            () => {
              if (socket.connected && watchers.has(topic) && socket.id === from) ask(topic);
            },
            reconnectionDelayMs * 2 * (1 + Math.random()),
          );
      });
  }

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
  const tiles = createFrames<Availability>(frameMs, (messages) => {
    heartbeat.changed();
    cache.takeSessions(messages);
  });
  socket.on('session.availability', (message) => tiles.add(message));
  const runs = createFrames(frameMs, cache.runs.take);
  socket.on('runs.counted', (message) => runs.add(message));
  socket.on('user.updated', () => cache.userUpdated());
  socket.on('participation.updated', (message) => cache.participationUpdated(message));
  socket.on('slots.updated', () => cache.slotsUpdated());
  socket.on('message.arrived', () => cache.messageArrived());
  socket.on('study.updated', (message) => cache.studyUpdated(message));
  socket.on('access.updated', (message) => cache.accessUpdated(message));
  socket.on('study.editing', (message) => editors.heard(message));
  socket.on('export.progress', (message) => cache.exportProgress(message));
  for (const name of ['export.ready', 'export.expired'] as const)
    socket.on(name, () => cache.exportChanged());
  socket.on('review.updated', () => {
    cache.reviewUpdated();
    if (watchers.has('reviews')) ask('reviews');
  });
  // One token was revoked, perhaps another device's: the profile request shows whether it was this
  // one.
  socket.on('signed_out', ({ token_id }) => {
    if (token_id === null) onSignedOut();
    else cache.userUpdated();
  });
  socket.on('connect', () => {
    heartbeat.heard();
    become('live');
    cache.readAgain();
    unanswered = 0;
    unasked = new Set(watchers.keys());
    askNext();
  });
  socket.on('disconnect', () => {
    if (closed) return;
    become('reconnecting');
    if (!socket.active) tryAgainLater();
  });
  socket.on('cut_off', ({ retry_after }) => (askedToWaitMs = retry_after * 1000));
  socket.on('connect_error', (error: Error & { data?: CutOff }) => {
    if (error.data) askedToWaitMs = error.data.retry_after * 1000;
    become('reconnecting');
    if (!socket.active) tryAgainLater();
  });

  function open() {
    if (closed || socket.active || retry) return;
    if (connection === 'idle') become('connecting');
    socket.connect();
  }

  function leave(topic: Topic) {
    leaving.delete(topic);
    watchers.delete(topic);
    unasked.delete(topic);
    editors.left(topic);
    if (socket.connected) socket.emit('unwatch', { topic });
    cache.forget([...watchers.keys()]);
  }

  return {
    /** Watches until the returned function is called; several screens may watch one topic. */
    watch(topic: Topic): () => void {
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
    /**
     * Another person signed in: the socket authenticates again, and every topic is watched anew.
     */
    setToken(next: string | null) {
      if (next === token) return;
      token = next;
      if (!socket.active) return;
      socket.disconnect();
      become('connecting');
      socket.connect();
    },
    /** Keeps asking whether the server is there, until the returned function is called. */
    keepContact: () => heartbeat.start(),
    moments: (): Moments => heartbeat.moments(),
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
      editors.stop();
      for (const timer of leaving.values()) clearTimeout(timer);
      cache.stop();
      socket.disconnect();
      become('idle');
    },
  };
}
export type Live = ReturnType<typeof createLive>;
