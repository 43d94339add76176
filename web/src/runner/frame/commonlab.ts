import type { SharedDocument } from './shared';

/**
 * What a study that runs here finds as `window.commonlab` in each of its pages. In a preview, and in
 * a file that was opened by itself, there is no run: nothing is recorded then, and nothing waits.
 */
export interface Commonlab {
  /** Whether a participant takes part: false in a preview. */
  readonly isRun: boolean;
  /** The participant as exports name them, in hexadecimal digits; empty in a preview. */
  readonly participant: string;
  /** What was drawn for the participant: its `name` and the values of its line; or null. */
  readonly condition: unknown;
  readonly seed: string;
  /** What one page leaves for the next, also in another browser: texts by their names. */
  readonly memory: Storage;
  /**
   * One trial: any value that JSON can hold.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose it any more
   */
  record(value: unknown): Promise<void>;
  /** Text of the study's own, such as CSV; a list of objects as JSON becomes rows in exports. */
  text(text: string): Promise<void>;
  /** What is not data, such as a remark of the study's; exports have it among the events. */
  event(value: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * A file, such as a recording (those in the data of jsPsych trials are kept as files without it):
   * 30 MB at most, and 2,000 files of 200 MB for a run. The run ends when all of them have arrived.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose it any more; rejected
   * with an error whose `code` is `file_empty`, `file_too_large`, `files_full`, `invalid_name`,
   * `unreadable` or `run_ended`
   */
  file(name: string, blob: Blob): Promise<void>;
  /** A file of this run by its name, the newest one; null where there is none. */
  readFile(name: string): Promise<Blob | null>;
  /** What all participants of the session share; null in a preview, which has none. */
  readonly shared: SharedDocument | null;
  /** The study is over; the page says when all data have arrived. */
  finish(): void;
  /**
   * The person wants to stop: the page around the study asks what should happen to the data. With
   * `mayBeDone` it asks first whether they have finished.
   */
  stop(how?: { readonly mayBeDone: boolean }): void;
}

declare global {
  interface Window {
    readonly commonlab?: Commonlab;
  }
}
