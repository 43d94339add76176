import { RefillingAllowance } from './allowance';

/**
 * How many messages of a study, and how many characters in them, are handled without a delay. Both
 * limits exceed the records of a whole run (`limits`), so that a study may pass all of its rows at
 * its end. Further messages are handled bit by bit. Otherwise the page around the study could
 * neither send data nor react to its buttons.
 */
export const messagesAtOnce = 110_000;
export const charactersAtOnce = 50_000_000;
/**
 * How many characters of messages may wait (about as many bytes). More could exhaust the page's
 * memory, so the study is then ended.
 */
export const mostWaitingCharacters = 50_000_000;
const perSecond = 1_000;
const weightPerSecond = 1_000_000;
const everyMs = 50;

/** A message counts as this many characters, in addition to the characters of its texts. */
const weightOfOne = 200;

/**
 * Returns the approximate number of characters in a message.
 * @returns undefined if the message contains a kind of value that our script never sends, such as a
 * nested object
 */
export function messageLengthOf(message: object): number | undefined {
  let weight = weightOfOne;
  for (const [key, value] of Object.entries(message) as [string, unknown][]) {
    const isObject = typeof value === 'object' && value !== null && !(value instanceof Blob);
    if (isObject || typeof value === 'bigint') return undefined;
    weight += key.length + (typeof value === 'string' ? value.length : 8);
  }
  return weight;
}

/**
 * Handles the messages of a study in their order, and no faster than the page around the study can
 * bear.
 */
export class MessagePace {
  private readonly count: RefillingAllowance;
  private readonly weight: RefillingAllowance;
  private waiting: { act: () => void; weight: number }[] = [];
  private waitingWeight = 0;
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onFull called when too many messages wait; after that, no message is handled any more
   * @param clock returns the time of a monotonic clock, in milliseconds
   */
  constructor(
    private readonly onFull: () => void,
    clock?: () => number,
  ) {
    this.count = new RefillingAllowance(messagesAtOnce, perSecond, clock);
    this.weight = new RefillingAllowance(charactersAtOnce, weightPerSecond, clock);
  }

  /** Handles a message now or, if other messages wait, after them. */
  take(act: () => void, weight = weightOfOne): void {
    if (this.isOver) return;
    if (this.timer === undefined && this.mayGo(weight)) return act();
    this.waitingWeight += weight;
    if (this.waitingWeight > mostWaitingCharacters) {
      this.stop();
      return this.onFull();
    }
    this.waiting.push({ act, weight });
    this.timer ??= setTimeout(this.goOn, everyMs);
  }

  private mayGo(weight: number): boolean {
    if (this.count.isSpent || this.weight.isSpent) return false;
    this.count.spend(1);
    this.weight.spend(weight);
    return true;
  }

  private goOn = (): void => {
    let done = 0;
    for (const { act, weight } of this.waiting) {
      if (!this.mayGo(weight)) break;
      done += 1;
      this.waitingWeight -= weight;
      act();
      // The handler of this message may have called `stop`.
      if (this.isOver) return;
    }
    this.waiting.splice(0, done);
    this.timer = this.waiting.length > 0 ? setTimeout(this.goOn, everyMs) : undefined;
  };

  /** Drops the messages that wait, and all later ones. */
  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
