import { setTimeout as sleep } from 'node:timers/promises';
import { liveLimits } from '../../../contracts/live/limits';

interface Waiting<T> {
  topic: unknown;
  left: boolean;
  answer: (value: T | Promise<T>) => void;
}

/**
 * The `watch` messages of one socket. They are handled in their order and one at a time, so that a
 * socket holds one connection of the database at most, however many messages it sends.
 */
export class WatchQueue<T> {
  private readonly waiting: Waiting<T>[] = [];
  private current: Waiting<T> | undefined;
  private isClosed = false;

  /**
   * @param handle answers a `watch` message. It calls `left` to find out whether the client has
   * sent `unwatch` for the same topic in the meantime
   * @param pause returns for how many milliseconds a message must wait; called once for each
   * message
   */
  constructor(
    private readonly handle: (topic: unknown, left: () => boolean) => Promise<T>,
    private readonly pause: () => number,
  ) {}

  /**
   * Adds a message to the queue.
   * @returns the answer; undefined when the queue is full. After `close` the promise stays pending.
   */
  ask(topic: unknown): Promise<T> | undefined {
    if (this.waiting.length >= liveLimits.liveWatchesWaiting) return undefined;
    return new Promise<T>((answer) => {
      this.waiting.push({ topic, left: false, answer });
      if (!this.current) void this.work();
    });
  }

  /**
   * Handles an `unwatch` immediately, outside the queue, since a page that closes leaves all of its
   * topics at the same time. If an earlier `watch` of the topic still waits in the queue, that
   * `watch` has no effect.
   */
  leave(topic: unknown): void {
    for (const one of [this.current, ...this.waiting])
      if (one && one.topic === topic) one.left = true;
  }

  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  private async work(): Promise<void> {
    for (let one = this.waiting.shift(); one && !this.isClosed; one = this.waiting.shift()) {
      const waiting = one;
      this.current = waiting;
      const ms = waiting.left ? 0 : this.pause();
      if (ms > 0) await sleep(ms, undefined, { ref: false });
      if (this.isClosed) return;
      const answer = this.handle(waiting.topic, () => waiting.left);
      waiting.answer(answer);
      await answer.catch(() => undefined);
    }
    this.current = undefined;
  }
}
