import {
  patchBetween,
  isSameJson,
  applyPatch,
  PatchRefused,
  valueAtPointer,
  type JsonValue,
  type PatchOperation,
} from '../../../../contracts/runtime/json-patch.rule';
import type { ExpectedDocumentValue } from '../../../../contracts/runtime/batch-change.rule';
import { batchSessionLimits } from '../../../../contracts/runtime/batch-session-limits';
import type { Commonlab } from '../frame/commonlab';
import { LocalSharedDocument } from '../frame/local-shared-document';
import type { SharedChange, SharedDocument, SharedState } from '../frame/shared';

/** A handler given to `jatos.onBatchSession`; it gets the changed path and the operation. */
type Heard = (path: string, op: string) => unknown;

/** Thrown if another participant changed the document first. The study should then read the document again and repeat its change. */
export class BatchChanged extends Error {
  override readonly name = 'BatchChanged';
}

const why: Record<Exclude<SharedChange['outcome'], 'applied'>, string> = {
  changed: 'what was read of it has been changed by another participant meanwhile',
  invalid_pointer: 'the path is no JSON pointer',
  no_such_path: 'the path is not there',
  test_failed: 'the test failed',
  too_large: `all of it may have ${batchSessionLimits.bytes} bytes`,
  too_deep: `all of it may have ${batchSessionLimits.depth} levels`,
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * The milliseconds between two requests for changes by other participants. The first pause after a
 * change is `first`. Each later pause is `longer` times as long, up to `most`.
 */
const pauses = { first: 2_000, longer: 1.5, most: 10_000 };

/**
 * After one of these refusals, no later request can succeed. After all other failures, such as a
 * lost connection, a later request may succeed.
 */
const ends: readonly unknown[] = ['run_ended', 'taken_over', 'not_found'];
const isOver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && ends.includes(error.code);

const found = (document: JsonValue, path: string): JsonValue | undefined => {
  try {
    return valueAtPointer(document, path);
  } catch (error) {
    if (error instanceof PatchRefused) return undefined;
    throw error;
  }
};
const copyOf = (value: JsonValue | undefined): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
/**
 * Returns the value in the form in which the server will receive it. @throws Error for a value that
 * JSON does not have
 */
function jsonValue(value: unknown): JsonValue {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new Error('jatos.batchSession: the value is none that JSON has');
  return JSON.parse(text) as JsonValue;
}

/**
 * The document that all participants of the session share. A change is sent together with the
 * values that the study has read in the document. The server makes the change only if these values
 * are still the same; changes at other places do not matter.
 */
export class BatchSession {
  private state: { version: number; document: JsonValue } = { version: -1, document: {} };
  /** For each path that the study has read: the value at that time. */
  private readonly known = new Map<string, JsonValue | undefined>();
  private last: Promise<unknown> = Promise.resolve();
  private heard: Heard | undefined;
  private isWatched = false;

  private readonly shared: SharedDocument;

  constructor(
    commonlab: Pick<Commonlab, 'shared' | 'memory'>,
    /**
     * JATOS' `batchSessionVersioning`. If it is false, the server makes a change even if other
     * participants have changed the values that the study read.
     */
    private readonly minds: () => boolean,
  ) {
    this.shared = commonlab.shared ?? new LocalSharedDocument(commonlab.memory);
  }

  async load(): Promise<void> {
    this.adopt(await this.shared.read());
  }
  onChange(heard: unknown): void {
    this.heard = typeof heard === 'function' ? (heard as Heard) : undefined;
    this.watch();
  }

  /** @param path a JSON pointer */
  find(path: string): unknown {
    return copyOf(this.read(path));
  }
  has(path: string, value: unknown): boolean {
    const there = this.read(path);
    return value === undefined ? there === undefined : isSameJson(there, jsonValue(value));
  }

  private read(path: string): JsonValue | undefined {
    this.watch();
    const value = found(this.state.document, path);
    for (const one of this.known.keys()) if (one.startsWith(`${path}/`)) this.known.delete(one);
    this.known.set(path, value);
    // The study has read more values than one request may list. The request therefore demands that
    // the whole document is unchanged.
    if (this.known.size >= batchSessionLimits.expectations) this.knowAll();
    return value;
  }
  private knowAll(): void {
    this.known.clear();
    this.known.set('', this.state.document);
  }

  /**
   * Makes a change after all earlier changes are answered, so that each change is based on the
   * result of the previous one.
   */
  change(operation: () => PatchOperation): Promise<void> {
    const changed = this.last.then(() => this.send(operation()));
    this.last = changed.catch(() => undefined);
    this.watch();
    return changed;
  }

  private async send(operation: PatchOperation): Promise<void> {
    const answer = await this.shared.change({ patch: [operation], expects: this.expected() });
    const { outcome } = answer;
    const before = this.state.document;
    const own = outcome === 'applied' ? after(before, operation) : before;
    this.adopt(answer, own);
    if (outcome === 'applied')
      for (const path of this.known.keys()) this.known.set(path, found(answer.document, path));
    else {
      this.known.clear();
      const Reason = outcome === 'changed' ? BatchChanged : Error;
      throw new Reason(`jatos.batchSession: ${why[outcome]}`);
    }
  }
  private expected(): ExpectedDocumentValue[] {
    if (!this.minds()) return [];
    return [...this.known].map(([path, value]) =>
      value === undefined ? { path } : { path, value },
    );
  }

  /** Resolves when the last change has been answered, but at the latest after `ms` milliseconds. */
  async settled(ms: number): Promise<void> {
    await Promise.race([this.last, pause(ms)]);
  }

  /**
   * Adopts a state from the server, and reports the changes of other participants to the study.
   * @param own the previous document with this page's own change. Wherever the new document differs
   * from `own`, another participant has made a change
   */
  private adopt({ version, document }: SharedState, own = this.state.document): void {
    if (document === undefined || version < this.state.version) return;
    const isFirst = this.state.version < 0;
    this.state = { version, document };
    if (isFirst || !this.heard) return;
    for (const { path, op } of patchBetween(own, document)) this.heard(path, op);
  }

  /** Requests the changes of others, but only if the page has used the document, and only while the page is visible. */
  private watch(): void {
    if (this.isWatched) return;
    this.isWatched = true;
    void this.asking();
  }
  private async asking(): Promise<void> {
    for (let wait = pauses.first; ;) {
      await pause(wait);
      if (document.hidden) continue;
      const { version } = this.state;
      let state: SharedState;
      try {
        state = await this.shared.read(version);
      } catch (error) {
        if (isOver(error)) return;
        wait = pauses.most;
        continue;
      }
      const isNew = state.version > version;
      this.adopt(state);
      wait = isNew ? pauses.first : Math.min(wait * pauses.longer, pauses.most);
    }
  }
}

const after = (document: JsonValue, operation: PatchOperation): JsonValue => {
  try {
    return applyPatch(document, [operation]);
  } catch {
    // The operation may fail in this page's document, because other participants have changed the
    // document on the server. Then every difference counts as a change by other participants.
    return document;
  }
};

type Send = (operation: () => PatchOperation, ...callbacks: readonly unknown[]) => unknown;

/** Returns the functions of `jatos.batchSession`, with JATOS' names and paths. */
export function batchFunctions(batch: BatchSession, send: Send): Record<string, unknown> {
  // JATOS puts a slash before a name and changes nothing else. A name that contains slashes
  // therefore acts as a path.
  const named = (name: unknown) => `/${String(name)}`;
  const add = (path: string, value: unknown, ...callbacks: readonly unknown[]) =>
    send(() => ({ op: 'add', path, value: jsonValue(value) }), ...callbacks);
  const replace = (path: string, value: unknown, ...callbacks: readonly unknown[]) =>
    send(() => ({ op: 'replace', path, value: jsonValue(value) }), ...callbacks);
  return {
    get: (name: unknown) => batch.find(named(name)),
    find: (path: unknown) => batch.find(String(path)),
    getAll: () => batch.find(''),
    test: (path: unknown, value: unknown) => batch.has(String(path), value),
    defined: (path: unknown) => !batch.has(String(path), undefined),
    add: (path: unknown, value: unknown, ...more: unknown[]) => add(String(path), value, ...more),
    set: (name: unknown, value: unknown, ...more: unknown[]) => add(named(name), value, ...more),
    setAll: (value: unknown, ...more: unknown[]) => replace('', value, ...more),
    clear: (...more: unknown[]) => replace('', {}, ...more),
    remove: (path: unknown, ...more: unknown[]) =>
      send(() => ({ op: 'remove', path: String(path) }), ...more),
    replace: (path: unknown, value: unknown, ...more: unknown[]) =>
      replace(String(path), value, ...more),
    copy: (from: unknown, path: unknown, ...more: unknown[]) =>
      send(() => ({ op: 'copy', from: String(from), path: String(path) }), ...more),
    move: (from: unknown, path: unknown, ...more: unknown[]) =>
      send(() => ({ op: 'move', from: String(from), path: String(path) }), ...more),
  };
}
