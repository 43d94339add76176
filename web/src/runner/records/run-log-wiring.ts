import type { StartedRun } from '../../../../contracts/runtime/runtime';
import type { CallError } from '../api';
import type { RecordStore } from './record-store';

/** `saved`: the server has every record. The last three are the ends of this page's writing. */
export type LogState = 'saved' | 'saving' | 'waiting' | 'finished' | 'taken_over' | 'failed';

/** The run that a log writes for, and what it needs for that. */
export interface Wiring {
  readonly run: StartedRun;
  readonly writer: string;
  readonly store: RecordStore;
  /** @throws CallError */
  send(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  changed(state: LogState, error?: CallError): void;
  /** Resolves when no announced file is missing; before that, the server refuses the finish. */
  whole?(): Promise<void>;
  /** The pauses in milliseconds; tests set shorter ones. */
  pauses?: { first: number; most: number };
}

/** Resolves when no record waits any more, or after this many milliseconds. */
export async function sentRecord(log: { readonly unsent: readonly unknown[] }, ms: number) {
  const until = performance.now() + ms;
  while (log.unsent.length > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
