import { setImmediate as turn } from 'node:timers/promises';
import { rowLockedElsewhere, type BatchAnswers } from './batch';
import type { BatchQueue } from './batch-queue';
import { printSeededRandom, type SeededRandom } from '../../../test/support/chance/seeded';
import { KeyedBatcher } from './keyed-batcher';

/*
 * Simulates random events: requests with five keys in three queues, batches that end, fail or find
 * rows locked, and time that passes.
 */

const keys = ['a', 'b', 'c', 'd', 'e'];
const atOnce = 3;
const lockedRows = { atOnce: 2, retryMs: 25, patienceMs: 8_000 };
const steps = 600;

interface Item {
  readonly id: number;
  readonly key: string;
  /** Whether every batch that contains this item fails. */
  readonly isPoison: boolean;
}
interface Run {
  readonly items: Item[];
  readonly waits: boolean;
  readonly end: (answers: BatchAnswers<number>) => void;
  readonly fail: (error: Error) => void;
}

class Simulation {
  private readonly batcher = new KeyedBatcher<string>({ atOnce, lockedRows });
  private readonly queues: { max: number; maxPerKey: number; retries: boolean; queue: Queue }[];
  private readonly running = new Set<Run>();
  private readonly requests: Promise<void>[] = [];
  /** The results of each request, by the id of the request. */
  readonly outcomes = new Map<number, unknown[]>();
  /** The ids of requests in the order of their answers, by queue and key. */
  readonly answered = new Map<string, number[]>();
  readonly poisons = new Set<number>();
  /** Requests that shared a batch with a poison item, in a queue that does not retry. */
  readonly poisoned = new Set<number>();
  private next = 0;

  constructor(private readonly chance: SeededRandom) {
    const key = (item: Item) => item.key;
    const retryAlone = () => true;
    this.queues = [
      { max: 4, maxPerKey: 4, retries: true },
      { max: 3, maxPerKey: 1, retries: false },
      { max: 1, maxPerKey: 1, retries: true },
    ].map(({ retries, ...options }) => ({
      ...options,
      retries,
      queue: this.batcher.queue({ key, ...options, ...(retries && { retryAlone }) }),
    }));
  }

  async run(): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const die = this.chance.random();
      if (die < 0.5) this.send();
      else if (die < 0.85) this.endOne();
      else if (die > 0.95) jest.advanceTimersByTime(30);
      await turn();
    }
    while (this.batcher.size > 0) {
      this.endOne(false);
      jest.advanceTimersByTime(30);
      await turn();
    }
    await Promise.all(this.requests);
  }

  get sent(): number {
    return this.next;
  }

  private pick<T>(all: readonly T[]): T {
    const one = all[this.chance.int(all.length)];
    if (one === undefined) throw new Error('nothing to pick');
    return one;
  }

  private send(): void {
    const of = this.pick(this.queues);
    const item = { id: this.next++, key: this.pick(keys), isPoison: this.chance.random() < 0.05 };
    if (item.isPoison) this.poisons.add(item.id);
    this.requests.push(
      this.request(of, item).then(
        (value) => this.note(of.queue, item, value),
        (error: unknown) => this.note(of.queue, item, error),
      ),
    );
  }

  private note(queue: Queue, item: Item, outcome: unknown): void {
    this.outcomes.set(item.id, [...(this.outcomes.get(item.id) ?? []), outcome]);
    const at = `${this.queues.findIndex((one) => one.queue === queue)} ${item.key}`;
    this.answered.set(at, [...(this.answered.get(at) ?? []), item.id]);
  }

  private request(of: (typeof this.queues)[number], item: Item): Promise<number> {
    return of.queue.load(item, (items, waits) => {
      this.check(of, items, waits);
      const isPoisoned = items.some(({ isPoison }) => isPoison);
      if (isPoisoned && !of.retries) for (const { id } of items) this.poisoned.add(id);
      if (isPoisoned && this.chance.random() < 0.3) throw new Error('poison');
      return new Promise<BatchAnswers<number>>((end, fail) => {
        this.running.add({ items, waits, end, fail });
      });
    });
  }

  private check(
    { max, maxPerKey }: { max: number; maxPerKey: number },
    items: Item[],
    waits: boolean,
  ) {
    const own = new Set(items.map(({ key }) => key));
    expect(items.length).toBeLessThanOrEqual(max);
    for (const key of own)
      expect(items.filter((item) => item.key === key).length).toBeLessThanOrEqual(maxPerKey);
    expect(this.running.size).toBeLessThan(atOnce);
    for (const other of this.running)
      for (const { key } of other.items) expect(own).not.toContain(key);
    if (!waits) return;
    expect(own.size).toBe(1);
    expect([...this.running].filter((run) => run.waits).length).toBeLessThan(lockedRows.atOnce);
  }

  private endOne(mayLock = true): void {
    if (this.running.size === 0) return;
    const run = this.pick([...this.running]);
    this.running.delete(run);
    if (run.items.some(({ isPoison }) => isPoison)) return run.fail(new Error('poison'));
    const locked = new Set(
      run.waits || !mayLock ? [] : keys.filter(() => this.chance.random() < 0.2),
    );
    run.end(run.items.map(({ id, key }) => (locked.has(key) ? rowLockedElsewhere : id)));
  }
}
type Queue = BatchQueue<string, Item, number>;

describe('KeyedBatcher in random interleavings', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([1, 2, 3])(
    'answers each request once, in the order of the requests with its key, within the limits (simulation %i)',
    async (play) => {
      const simulation = new Simulation(
        printSeededRandom(`interleavings of batches, play ${play}`),
      );
      await simulation.run();
      expect(simulation.sent).toBeGreaterThan(200);
      expect(simulation.outcomes.size).toBe(simulation.sent);
      for (const [id, outcomes] of simulation.outcomes) {
        expect(outcomes).toHaveLength(1);
        const fails = simulation.poisons.has(id) || simulation.poisoned.has(id);
        expect(outcomes[0]).toEqual(fails ? new Error('poison') : id);
      }
      for (const ids of simulation.answered.values())
        expect(ids).toEqual([...ids].sort((a, b) => a - b));
    },
  );
});
