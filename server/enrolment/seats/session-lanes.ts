import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/errors/transient-failure';
import { DomainError } from '../../platform/errors/errors';

/** The answer for what was not done, because another transaction holds the row of its session. */
export const held = Symbol('held');

/** One kind of work on sessions, done for all who wait for it. */
export interface Work<Item, Answer> {
  /** At most so many items in one run. */
  max: number;
  /**
   * Runs one transaction for items of one or more sessions. An Error among the answers fails that
   * item alone.
   * @param waits whether it may wait for rows that another transaction holds; if so, all items are
   * of one session. If not, it answers `held` for each item of a session whose row it did not get.
   */
  run(items: Item[], waits: boolean): Promise<(Answer | Error | typeof held)[]>;
}

/**
 * Whether a run may have failed for one of its items only, so that each is worth a try alone: not
 * where the database is away, nor after the wait for the row of the session.
 */
export const isOfOne = (error: unknown, waits: boolean): boolean =>
  !isDatabaseUnavailable(error) || (isLockTimeout(error) && !waits);

interface Waiting {
  item: unknown;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}
type AnyWork = Work<unknown, unknown>;

/** Who waits for a session. It is kept while a request does, or while a run works on it. */
interface Queue {
  readonly id: string;
  readonly waiting: Map<AnyWork, Waiting[]>;
  busy: boolean;
  /** Its row was held by another transaction: for a patient lane, or for the next retry. */
  aside: boolean;
  /** When its row was first found held, in milliseconds of the process; until a run gets it. */
  heldSince?: number;
}
type Taken = Map<Queue, Waiting[]>;

const lanes = 4;
/** Of the lanes, those that may wait for a row that another transaction holds. */
const patientLanes = 2;
/** After so long, a session that no patient lane was free for is tried again. */
const retryMs = 25;
/** No request waits longer for a held row; PostgreSQL's `lock_timeout` is as long. */
const patienceMs = 8_000;

/**
 * Work on the rows of sessions (docs/decisions/seat-allocation.md): enrolments, transitions
 * and changes of a session. While a run works on a session, whatever else is asked of that session
 * gathers for the next run, in the order of asking. Four runs go on at once, half of the
 * connections of a process; each takes what waits for any session that is free. A session whose row
 * another transaction holds is set aside, and at most two runs wait for such rows, each for one
 * session. So a busy session or a held row delays no other session.
 */
@Injectable()
export class SessionLanes {
  private readonly queues = new Map<string, Queue>();
  /** The kinds of work take turns: the one that ran last is the last of these. */
  private works: AnyWork[] = [];
  private running = 0;
  private patient = 0;
  private planned = false;
  private retry: NodeJS.Timeout | undefined;

  /**
   * @returns a function that asks for the work on one item of a session. It rejects with the item's
   * own error, or with `unavailable` where the session's row was held for too long.
   */
  gather<Item, Answer>(
    work: Work<Item, Answer>,
  ): (sessionId: string, item: Item) => Promise<Answer> {
    const any = work as unknown as AnyWork;
    this.works.push(any);
    return (sessionId, item) =>
      new Promise<Answer>((resolve, reject) => {
        const id = sessionId.toLowerCase();
        const queue: Queue = this.queues.get(id) ?? {
          id,
          waiting: new Map(),
          busy: false,
          aside: false,
        };
        this.queues.set(id, queue);
        const entry = { item, resolve: resolve as (answer: unknown) => void, reject };
        const line = queue.waiting.get(any);
        if (line) line.push(entry);
        else queue.waiting.set(any, [entry]);
        // After the current turn of the event loop, so that requests that arrived together share a
        // run.
        if (this.planned) return;
        this.planned = true;
        setImmediate(() => {
          this.planned = false;
          this.advance();
        });
      });
  }

  /** Starts what can be started. */
  private advance(): void {
    while (this.running < lanes && (this.startPatient() || this.startQuick()));
    if (this.retry === undefined && this.anyAside())
      this.retry = setTimeout(() => {
        this.retry = undefined;
        this.tryAgain();
        this.advance();
      }, retryMs).unref();
  }

  private startPatient(): boolean {
    if (this.patient === patientLanes) return false;
    for (const queue of this.queues.values()) {
      const [work] = queue.waiting.keys();
      if (queue.busy || !queue.aside || !work) continue;
      void this.run(work, new Map([[queue, take(queue, work, work.max)]]), true);
      return true;
    }
    return false;
  }

  private startQuick(): boolean {
    for (const work of this.works) {
      const taken: Taken = new Map();
      let room = work.max;
      for (const queue of this.queues.values()) {
        if (room === 0) break;
        if (queue.busy || queue.aside || !queue.waiting.has(work)) continue;
        const entries = take(queue, work, room);
        room -= entries.length;
        taken.set(queue, entries);
      }
      if (taken.size === 0) continue;
      this.works = [...this.works.filter((other) => other !== work), work];
      void this.run(work, taken, false);
      return true;
    }
    return false;
  }

  private async run(work: AnyWork, taken: Taken, waits: boolean): Promise<void> {
    for (const queue of taken.keys()) queue.busy = true;
    this.running += 1;
    if (waits) this.patient += 1;
    const items = [...taken.values()].flatMap((entries) => entries.map(({ item }) => item));
    const answers = await work.run(items, waits).catch((error: unknown) => {
      const failure = error instanceof Error ? error : new Error(String(error));
      return items.map(() => failure);
    });
    this.running -= 1;
    if (waits) this.patient -= 1;
    let next = 0;
    for (const [queue, entries] of taken) {
      const own = answers.slice(next, (next += entries.length));
      this.finish(queue, work, entries, own, waits);
    }
    this.advance();
  }

  private finish(
    queue: Queue,
    work: AnyWork,
    entries: Waiting[],
    answers: unknown[],
    waits: boolean,
  ): void {
    queue.busy = false;
    const back: Waiting[] = [];
    entries.forEach((entry, i) => {
      const answer = answers[i];
      if (answer === held && !waits) back.push(entry);
      else if (answer === held) entry.reject(new DomainError('unavailable'));
      else if (answer instanceof Error) entry.reject(answer);
      else entry.resolve(answer);
    });
    queue.aside = back.length > 0;
    if (queue.aside) {
      queue.heldSince ??= performance.now();
      // Before those who asked since: they keep their places.
      queue.waiting.set(work, [...back, ...(queue.waiting.get(work) ?? [])]);
    } else delete queue.heldSince;
    const late = waits ? answers.find(isLockTimeout) : undefined;
    if (late !== undefined) rejectAll(queue, late);
    this.queues.delete(queue.id);
    // At the end, so that other sessions are served before what waits here.
    if (queue.waiting.size > 0) this.queues.set(queue.id, queue);
  }

  private *heldQueues(): Generator<Queue> {
    for (const queue of this.queues.values()) if (queue.aside && !queue.busy) yield queue;
  }

  private anyAside = (): boolean => this.heldQueues().next().done !== true;

  /** For the sessions that are set aside: their rows may be free by now. */
  private tryAgain(): void {
    for (const queue of [...this.heldQueues()]) {
      queue.aside = false;
      if (performance.now() - (queue.heldSince ?? 0) < patienceMs) continue;
      rejectAll(queue, new DomainError('unavailable'));
      this.queues.delete(queue.id);
    }
  }
}

/** The first `most` of those who wait for this work; the rest goes behind the other works. */
function take(queue: Queue, work: AnyWork, most: number): Waiting[] {
  const line = queue.waiting.get(work) ?? [];
  queue.waiting.delete(work);
  if (line.length > most) queue.waiting.set(work, line.slice(most));
  return line.slice(0, most);
}

function rejectAll(queue: Queue, error: unknown): void {
  for (const line of queue.waiting.values()) for (const { reject } of line) reject(error);
  queue.waiting.clear();
}
