import type { SharedDocument } from './shared';

/**
 * The object `window.commonlab` that a study finds on each of its pages. In a preview, and in a
 * file that was opened directly, there is no run: nothing is recorded, and every promise is
 * fulfilled immediately.
 */
export interface Commonlab {
  /** Whether a participant takes part: false in a preview. */
  readonly isRun: boolean;
  /** The participant's code, as in exports, in hexadecimal digits; empty in a preview. */
  readonly participant: string;
  /**
   * The condition that was drawn: its `name`, and the values of its line in the table of
   * conditions. Null if no condition was drawn.
   */
  readonly condition: unknown;
  readonly seed: string;
  /**
   * A storage for texts that one page leaves for the next. It is kept with the run, so it also
   * works if the participant continues in a different browser.
   */
  readonly memory: Storage;
  /**
   * Records one trial. Its data may be any value that JSON can hold.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose the trial any more
   */
  record(value: unknown): Promise<void>;
  /**
   * Records a text in a format of the study, such as CSV. If the text is a list of objects as JSON,
   * exports turn the objects into rows.
   */
  text(text: string): Promise<void>;
  /**
   * Records something that is not data, such as a remark of the study; exports list it among the
   * events.
   */
  event(value: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Stores a file, such as a recording. Recordings in the data of jsPsych trials become files
   * without a call. A file can have at most 30 MB, and a run at most 2,000 files with 200 MB in
   * total. The run ends only when all of its files have arrived.
   * @returns a promise that is fulfilled when a crash of the browser cannot lose the file any more;
   * it is rejected with an error whose `code` is `file_empty`, `file_too_large`, `files_full`,
   * `invalid_name`, `unreadable` or `run_ended`
   */
  file(name: string, blob: Blob): Promise<void>;
  /** Reads the newest file of this run with the name; null if there is none. */
  readFile(name: string): Promise<Blob | null>;
  /** The document that all participants of the session share; null in a preview, which has none. */
  readonly shared: SharedDocument | null;
  /** Ends the study. The page around the study tells the participant when all data has arrived. */
  finish(): void;
  /**
   * Reports that the participant wants to stop. The page around the study then asks what should
   * happen to the data. With `mayBeDone` it first asks whether the participant has finished.
   */
  stop(how?: { readonly mayBeDone: boolean }): void;
}

declare global {
  interface Window {
    readonly commonlab?: Commonlab;
  }
}
