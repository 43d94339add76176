import type { NotificationListener } from '../db/listener';
import { WaitingWorkers } from './waiting-workers';

type Heard = Pick<
  ConstructorParameters<typeof NotificationListener>[0],
  'channel' | 'notified' | 'resumed'
>;

/**
 * Workers that wait for jobs, with test doubles for the queues, for PostgreSQL's notifications, and
 * for the connection that receives the notifications.
 */
class Rig {
  isListening = true;
  readonly jobs = new Set<string>();
  readonly dueAt = new Map<string, number>();
  /** The queues named in each statement. */
  readonly looks: string[][] = [];
  isAway = false;
  /** Resolves when the listening connection opens. */
  opening: Promise<void> = Promise.resolve();
  /** How many listening connections were started. */
  starts = 0;
  private heard: Heard | undefined;
  readonly waiting = new WaitingWorkers(
    {
      query: (({ values }: { values: [string[]] }) => {
        if (this.isAway) return Promise.reject(new Error('away'));
        this.looks.push(values[0]);
        return Promise.resolve({
          rows: values[0].map((queue) => ({
            queue,
            has_job: this.jobs.has(queue),
            due_at: this.dueAt.has(queue) ? `${this.dueAt.get(queue)}` : null,
          })),
        });
      }) as never,
    },
    (heard) => {
      this.heard = heard;
      return {
        isListening: () => this.isListening,
        start: () => {
          this.starts++;
          return this.opening;
        },
        stop: () => Promise.resolve(),
      } as NotificationListener;
    },
  );

  notify(queue: string): void {
    if (this.isListening) this.heard?.notified(queue);
  }

  resume(): void {
    this.isListening = true;
    this.heard?.resumed();
  }

  /** A worker that waits. */
  wait(queue: string, ms = 60_000) {
    const stop = new AbortController();
    const worker = { ended: false, stop };
    void this.waiting.job(queue, ms, stop.signal).then(() => (worker.ended = true));
    return worker;
  }
}

describe('WaitingWorkers', () => {
  let rig: Rig;
  beforeEach(() => {
    jest.useFakeTimers();
    rig = new Rig();
  });
  afterEach(async () => {
    await rig.waiting.stop();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('wakes a worker when another process adds a job to its queue, and no worker of another queue', async () => {
    const [mails, exports] = [rig.wait('mail'), rig.wait('export')];
    await pass(100);
    rig.notify('mail');
    await pass(0);
    expect([mails.ended, exports.ended]).toEqual([true, false]);
  });

  it('queries the jobs of all queues in one statement when several workers begin to wait', async () => {
    for (const queue of ['mail', 'export', 'live']) rig.wait(queue);
    await pass(100);
    expect(rig.looks).toEqual([['mail', 'export', 'live']]);
    await pass(60_000);
    // One statement runs at the beginning, and one for each poll, every five seconds.
    expect(rig.looks.length).toBeLessThanOrEqual(13);
  });

  it('wakes a worker immediately when a job was added before the wait began', async () => {
    rig.jobs.add('mail');
    const worker = rig.wait('mail');
    await pass(10);
    expect(worker.ended).toBe(true);
  });

  it('wakes a worker when a delayed job is due', async () => {
    rig.dueAt.set('mail', Date.now() + 2_500);
    const worker = rig.wait('mail');
    await pass(2_499);
    expect(worker.ended).toBe(false);
    await pass(1);
    expect(worker.ended).toBe(true);
  });

  it('polls every second while the listening connection is lost', async () => {
    const worker = rig.wait('mail');
    await pass(100);
    rig.isListening = false;
    rig.jobs.add('mail');
    rig.notify('mail');
    await pass(0);
    expect(worker.ended).toBe(false);
    await pass(2_000);
    expect(worker.ended).toBe(true);
  });

  it('queries for jobs whose notifications it missed when the connection is open again', async () => {
    const worker = rig.wait('mail');
    await pass(100);
    rig.isListening = false;
    rig.jobs.add('mail');
    rig.notify('mail');
    rig.resume();
    await pass(10);
    expect(worker.ended).toBe(true);
  });

  it('finds a job within seconds when its notification was lost', async () => {
    const worker = rig.wait('mail');
    await pass(100);
    rig.jobs.add('mail');
    await pass(6_000);
    expect(worker.ended).toBe(true);
  });

  it('continues after a failed query', async () => {
    rig.isAway = true;
    const worker = rig.wait('mail');
    await pass(100);
    rig.jobs.add('mail');
    rig.isAway = false;
    await pass(6_000);
    expect(worker.ended).toBe(true);
  });

  it('ends a wait at its timeout, and immediately when it is aborted', async () => {
    const [patient, interrupted] = [rig.wait('mail', 3_000), rig.wait('export')];
    await pass(10);
    interrupted.stop.abort();
    await pass(0);
    expect([patient.ended, interrupted.ended]).toEqual([false, true]);
    await pass(3_000);
    expect(patient.ended).toBe(true);
  });

  it.each([
    ['aborted', (worker: { stop: AbortController }) => Promise.resolve(worker.stop.abort())],
    ['stopped', () => rig.waiting.stop()],
    ['over', () => pass(3_000)],
  ])('ends a wait that is %s while the listening connection opens', async (_, end) => {
    rig.isListening = false;
    rig.opening = new Promise(() => undefined);
    const worker = rig.wait('mail', 3_000);
    await pass(10);
    expect(worker.ended).toBe(false);
    await end(worker);
    await pass(0);
    expect(worker.ended).toBe(true);
  });

  it('finds a job while the listening connection opens, and, once it is open, a job that was added meanwhile', async () => {
    rig.isListening = false;
    let open: (() => void) | undefined;
    rig.opening = new Promise((resolve) => (open = resolve));
    const [mails, exports] = [rig.wait('mail'), rig.wait('export')];
    await pass(100);
    rig.jobs.add('mail');
    await pass(2_000);
    expect([mails.ended, exports.ended]).toEqual([true, false]);
    rig.jobs.add('export');
    rig.isListening = true;
    open?.();
    await pass(0);
    expect(exports.ended).toBe(true);
  });

  it('neither waits nor opens a connection after the stop', async () => {
    await rig.waiting.stop();
    const worker = rig.wait('mail');
    await pass(0);
    expect([worker.ended, rig.starts, rig.looks]).toEqual([true, 0, []]);
  });
});
