import type { Socket } from 'socket.io-client';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
  WatchTopicResponse,
} from '../../../../contracts/live/live';
import type { LiveTopic } from '../../../../contracts/live/live-topics';

/** Codes of temporary errors: a repeated request may succeed. */
const passing = new Set(['unavailable', 'ask_again', 'internal', 'too_many_requests']);

/**
 * The highest number of `watch` requests that may wait for an answer. The server answers them one
 * after the other, and closes a connection that sends too many.
 */
const mostUnanswered = 10;

interface Asking {
  ackTimeoutMs: number;
  /** Returns how long to wait after a temporary error before subscribing again, in milliseconds. */
  againMs: () => number;
  isWatched: (topic: LiveTopic) => boolean;
  onAsked: (topic: LiveTopic) => void;
  onAnswer: (topic: LiveTopic, answer: WatchTopicResponse) => void;
}

/**
 * Subscribes to topics at the server, a few at a time. After a temporary error, it repeats the
 * request.
 */
export function createTopicSubscriptions(
  socket: Socket<ServerToClientEvents, ClientToServerEvents>,
  { ackTimeoutMs, againMs, isWatched, onAsked, onAnswer }: Asking,
) {
  let unasked = new Set<LiveTopic>();
  let unanswered = 0;

  function ask(topic: LiveTopic) {
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

  function send(topic: LiveTopic) {
    const from = socket.id;
    unanswered += 1;
    onAsked(topic);
    socket
      .timeout(ackTimeoutMs)
      .emit('watch', { topic }, (error: Error | null, answer?: WatchTopicResponse) => {
        if (socket.id !== from) return;
        unanswered -= 1;
        askNext();
        if (!isWatched(topic)) return;
        if (answer) onAnswer(topic, answer);
        if (error || (answer && !answer.ok && passing.has(answer.code)))
          setTimeout(() => {
            if (socket.connected && isWatched(topic) && socket.id === from) ask(topic);
          }, againMs());
      });
  }

  return {
    ask,
    /** Subscribes to all topics over a new connection. */
    askAll(topics: Iterable<LiveTopic>) {
      unanswered = 0;
      unasked = new Set(topics);
      askNext();
    },
    forget: (topic: LiveTopic) => void unasked.delete(topic),
  };
}
