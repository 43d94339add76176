import type { SharedDocument } from './shared';

/**
 * What a study that runs here finds as `window.commonlab` in each of its pages. A preview, and a file that was opened directly, have no
 * run: nothing is recorded, and every promise is fulfilled immediately.
 */
export interface Commonlab {
  /** Whether a participant takes part: false in a preview. */
  readonly isRun: boolean;
  /** The participant as exports name them, in hexadecimal digits; empty in a preview. */
  readonly participant: string;
  /** What was drawn for the participant, or null: the condition's `name` and the values of its line. */
  readonly condition: unknown;
  readonly seed: string;
  /** What one page leaves for the next, also in a different browser: texts by their names. */
  readonly memory: Storage;
  /**
   * Records one trial. Its data may be any value that can be written as JSON.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose the trial any more
   */
  record(value: unknown): Promise<void>;
  /** Records a text of the study's own, such as CSV; a list of objects as JSON becomes rows in exports. */
  text(text: string): Promise<void>;
  /** Records something that is not data, such as a remark of the study's; exports list it among the events. */
  event(value: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Stores a file, such as a recording (recordings in the data of jsPsych trials become files without it): 30 MB at most, and 2,000 files
   * of 200 MB for a run. The run ends when all of them have arrived.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose the file any more; it is rejected with an error whose
   * `code` is `file_empty`, `file_too_large`, `files_full`, `invalid_name`, `unreadable` or `run_ended`
   */
  file(name: string, blob: Blob): Promise<void>;
  /** Reads the newest file of this run with the name; null if there is none. */
  readFile(name: string): Promise<Blob | null>;
  /** What all participants of the session share; null in a preview, which has none. */
  readonly shared: SharedDocument | null;
  /** Ends the study; the page around it tells the participant when all data have arrived. */
  finish(): void;
  /**
   * Reports that the person wants to stop: the page around the study asks what should happen to the data. With `mayBeDone` it first asks
   * whether they have finished.
   */
  stop(how?: { readonly mayBeDone: boolean }): void;
}

declare global {
  interface Window {
    readonly commonlab?: Commonlab;
  }
}
