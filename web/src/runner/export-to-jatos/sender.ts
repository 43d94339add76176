import type { Jatos, JatosPromise } from './jatos-api';
import { markRepeatedLine } from './lines.rule';

/**
 * The highest number of characters in one request; a single longer line gets a request for itself.
 */
const most = 400_000;
/** The most bytes that browsers still send in a request while a page is left. */
const mostAtLeave = 60_000;
const waits = { first: 1_000, longest: 30_000 };

/** JATOS has refused a request for good: the request is too large, or the run has ended. */
export class JatosRefusal extends Error {
  constructor(readonly status: number) {
    super(`JATOS has refused it (${status})`);
  }
}

interface Lines {
  readonly text: string;
  resolve(): void;
  reject(reason: Error): void;
}
interface Upload extends Omit<Lines, 'text'> {
  readonly send: () => JatosPromise;
}
type Item = Lines | Upload;
const isUpload = (item: Item): item is Upload => 'send' in item;
const textIn = (item: Item): string => (isUpload(item) ? '' : item.text);

export interface JatosSenderContext {
  readonly jatos: Jatos;
  /**
   * Sends the remaining lines while the page is left, when JATOS' own queue no longer works. `kept`
   * is the text that was stored for the next page; it is deleted once the lines have arrived.
   */
  readonly sendAtLeave: (text: string, kept: string) => void;
  /**
   * Stores lines for the next page of the run: those that did not fit into the request, or that may
   * not arrive. They replace the lines that were stored before.
   */
  readonly keep: (text: string) => void;
  readonly later: (act: () => void, ms: number) => void;
}

/**
 * Sends records to JATOS in their order, one request at a time; records that are added meanwhile
 * wait for the next request. JATOS' script gives up after five tries. This class then repeats the
 * request, so that no line is lost; a line whose answer was lost may arrive twice.
 */
export class JatosSender {
  private readonly queue: Item[] = [];
  private underWay: readonly Item[] = [];
  private hasLoaded = false;
  private wait = waits.first;
  private readonly idle: (() => void)[] = [];
  /** The number of records and files that JATOS has refused for good. */
  refused = 0;

  constructor(private readonly around: JatosSenderContext) {
    around.jatos.onLoad(() => {
      this.hasLoaded = true;
      this.next();
    });
  }

  /** Sends a line. @returns a promise that is fulfilled once JATOS has it */
  line(text: string): Promise<void> {
    return this.queued((settle) => ({ text: `${text}\n`, ...settle }));
  }
  /** Uploads a file. If the connection fails, the upload is repeated. */
  upload(send: () => JatosPromise): Promise<void> {
    return this.queued((settle) => ({ send, ...settle }));
  }

  private queued(itemOf: (settle: Omit<Lines, 'text'>) => Item): Promise<void> {
    const told = new Promise<void>((resolve, reject) => {
      this.queue.push(itemOf({ resolve, reject }));
      this.next();
    });
    // A caller that ignores the promise must not cause an unhandled rejection.
    told.catch(() => undefined);
    return told;
  }

  /** Resolves when JATOS has answered all requests that were queued before the call. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.idle.push(resolve);
      this.next();
    });
  }

  /**
   * Sends the waiting lines when the page is left. A line of an earlier request may already have
   * arrived, so it is marked as possibly repeated. If this page gets no answer, the next page sends
   * all of these lines again.
   */
  leave(): void {
    const again = (text: string) => text && `${markRepeatedLine(text.trimEnd())}\n`;
    const texts = [...this.underWay.map(textIn).map(again), ...this.queue.map(textIn)];
    const text = texts.join('');
    if (text === '') return;
    if (!navigator.onLine || new Blob([text]).size > mostAtLeave) return this.around.keep(text);
    const kept = texts.map(again).join('');
    this.around.keep(kept);
    this.around.sendAtLeave(text, kept);
  }

  private next(): void {
    if (!this.hasLoaded || this.underWay.length > 0) return;
    const [first] = this.queue;
    if (!first) return this.idle.splice(0).forEach((resolve) => resolve());
    if (isUpload(first)) return this.send([this.queue.shift() ?? first]);
    const lines: Lines[] = [];
    for (let length = 0; ;) {
      const [item] = this.queue;
      if (!item || isUpload(item)) break;
      length += item.text.length;
      if (lines.length > 0 && length > most) break;
      lines.push(item);
      this.queue.shift();
    }
    this.send(lines);
  }

  private send(items: readonly Item[]): void {
    this.underWay = items;
    const [first] = items;
    const asked =
      first && isUpload(first)
        ? first.send()
        : this.around.jatos.appendResultData(items.map(textIn).join(''));
    asked
      .done(() => {
        this.wait = waits.first;
        items.forEach((item) => item.resolve());
        this.go();
      })
      .fail((_reason, status) => this.failed(items, Number(status) || 0));
  }

  private failed(items: readonly Item[], status: number): void {
    const isForGood = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (!isForGood) {
      const { wait } = this;
      this.wait = Math.min(waits.longest, wait * 2);
      return this.around.later(() => this.send(items), wait);
    }
    const [first, ...more] = items;
    if (first && more.length > 0) {
      // One of the lines may be too large. The list of lines is halved, and each half is sent
      // separately, in the same order.
      const half = Math.ceil(items.length / 2);
      this.queue.unshift(...items.slice(half));
      return this.send(items.slice(0, half));
    }
    this.refused += 1;
    first?.reject(new JatosRefusal(status));
    this.go();
  }

  private go(): void {
    this.underWay = [];
    this.next();
  }
}
