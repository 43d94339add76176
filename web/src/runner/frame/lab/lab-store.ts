import { assignProperty, onPropertyAssigned } from '../page-hooks/on-assigned';
import type { LabJsRows } from './lab-rows';

/*
 * Records the data of lab.js without a change of the study. This works even if lab.js is in a
 * bundle, and if the study sends no data itself. The recorder finds the store of lab.js when the
 * store assigns its property `staging`. It finds a component when the component assigns
 * `internals`. It reads a row when the store commits the row, and again when lab.js later adds to
 * the row.
 */

type Row = Readonly<Record<string, unknown>>;
interface Store {
  data: Row[];
  commit(...given: unknown[]): unknown;
  update?(index: number, ...given: unknown[]): unknown;
}
interface Component {
  readonly parent?: unknown;
  readonly options?: { readonly parent?: unknown };
  on(event: string, handler: (this: Component) => void): unknown;
}
const hasAll = (on: object, names: readonly string[]): boolean =>
  names.every((name) => typeof (on as Row)[name] === 'function');
const isStore = (on: object): on is Store =>
  hasAll(on, ['commit', 'exportJson', 'exportCsv']) && Array.isArray((on as Partial<Store>).data);
const isComponent = (on: object): on is Component =>
  hasAll(on, ['run', 'end', 'prepare', 'on', 'triggerMethod']);

/**
 * Returns a row in the form in which lab.js exports it: without names that begin with an
 * underscore.
 */
const cleaned = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')));

/**
 * How long to wait until a row is complete: after it was committed, lab.js adds to it for up to two
 * frames of the display.
 */
const settledMs = 250;
/** How long to wait after a component ends until its last row is complete, even in a hidden tab. */
const endsAfterMs = 1_000;

/** Watches the stores and components of lab.js in a page. */
export class LabJsStores {
  /** Changed rows that are not recorded yet, by their indices. */
  private readonly waiting = new Map<Row[], Set<number>>();
  /**
   * For each list of rows: the positions of its rows among all rows that this page has recorded.
   */
  private readonly placesIn = new WeakMap<Row[], Map<number, number>>();
  /**
   * For each list of rows: the number of rows that an earlier page has left in the browser's
   * storage, and has already recorded.
   */
  private readonly earlier = new WeakMap<Row[], number>();
  private places = 0;
  private running = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly rows: LabJsRows,
    private readonly ends: () => void,
  ) {}

  /**
   * Whether rows were read from a store of lab.js. If the study sends the rows itself, too, the
   * sent rows are duplicates.
   */
  get areHere(): boolean {
    return this.places > 0;
  }

  /** Watches from now on. */
  watch(): void {
    onPropertyAssigned('staging', (on, value) => {
      assignProperty(on, 'staging', value);
      if (isStore(on)) this.hear(on);
    });
    onPropertyAssigned('internals', (on, value) => {
      assignProperty(on, 'internals', value);
      if (isComponent(on)) this.hearEnd(on);
    });
    addEventListener('pagehide', () => this.take());
  }

  private hear(store: Store): void {
    this.earlier.set(store.data, store.data.length);
    const commit = store.commit.bind(store);
    const update = store.update?.bind(store);
    const methods = {
      commit: (...given: unknown[]) => {
        const answer = commit(...given);
        this.changed(store.data, store.data.length - 1);
        return answer;
      },
      ...(update && {
        update: (index: number, ...given: unknown[]) => {
          const answer = update(index, ...given);
          this.changed(store.data, index);
          return answer;
        },
      }),
    };
    for (const [name, value] of Object.entries(methods))
      Object.defineProperty(store, name, { value, configurable: true, writable: true });
  }

  private changed(list: Row[], index: number): void {
    if (index < (this.earlier.get(list) ?? 0)) return;
    const places = this.placesIn.get(list) ?? new Map<number, number>();
    this.placesIn.set(list, places);
    if (!places.has(index)) places.set(index, this.places++);
    // When a new row begins, the rows before it are complete, so they are recorded.
    if (!this.waiting.get(list)?.has(index)) this.take();
    this.waiting.set(list, (this.waiting.get(list) ?? new Set()).add(index));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.take(), settledMs);
  }

  /** Records the changed rows. */
  take(): void {
    clearTimeout(this.timer);
    for (const [list, indexes] of this.waiting)
      for (const index of indexes) {
        const row = list[index];
        const from = this.placesIn.get(list)?.get(index);
        if (row && from !== undefined) this.rows.take({ from, rows: [cleaned(row)], isAll: false });
      }
    this.waiting.clear();
  }

  /** The study is over when its outermost component ends. */
  private hearEnd(component: Component): void {
    const isOutermost = () => !(component.parent ?? component.options?.parent);
    let later: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    const over = () => {
      clearTimeout(later);
      if (!isRunning) return;
      isRunning = false;
      this.running -= 1;
      this.take();
      // If the next component begins in this turn of the event loop, the study is not over.
      setTimeout(() => this.running === 0 && this.ends());
    };
    component.on('run', () => {
      if (!isOutermost() || isRunning) return;
      isRunning = true;
      this.running += 1;
    });
    component.on('after:end', () => {
      if (isRunning) later = setTimeout(over, endsAfterMs);
    });
    component.on('epilogue', over);
  }
}
