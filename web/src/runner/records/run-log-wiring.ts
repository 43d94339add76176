import type { StartedRun } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import type { RecordStore } from './record-store';

/**
 * `saved`: the server has every record. `waiting`: sending has failed and will be repeated. In the
 * states `finished`, `taken_over` and `failed`, this page sends no more records.
 */
export type RunLogState = 'saved' | 'saving' | 'waiting' | 'finished' | 'taken_over' | 'failed';

/** The run for which a log writes, and what the log uses to store and send records. */
export interface RunLogContext {
  readonly run: StartedRun;
  readonly writer: string;
  readonly store: RecordStore;
  /** @throws CallError */
  send(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  changed(state: RunLogState, error?: CallError): void;
  /**
   * Resolves when no announced file is missing any more. Before that, the server would refuse the
   * record `finish`.
   */
  whole?(): Promise<void>;
  /** The pauses between attempts, in milliseconds; tests set shorter ones. */
  pauses?: { first: number; most: number };
}

/** Resolves when all records are sent, or at the latest after this many milliseconds. */
export async function waitUntilSent(log: { readonly unsent: readonly unknown[] }, ms: number) {
  const until = performance.now() + ms;
  while (log.unsent.length > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
