import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';

/* The messages between the study's frame and the runner's page, through one `MessagePort`. */

/**
 * The greeting that our script in the study's frame sends to the parent page, whatever page that
 * is. The runner answers with a port, through which all other messages go.
 */
export const helloMessage = 'commonlab:hello';
export const welcomeMessage = 'commonlab:welcome';

/**
 * The storage areas of a study. A sandboxed frame has no storage, so the study's values go through
 * these messages. `memory` is an area of our own: values that a study passes from one of its pages
 * to the next, which `clear()` does not delete.
 */
export const storageAreas = ['local', 'session', 'cookie', 'memory'] as const;
export type StorageArea = (typeof storageAreas)[number];

/**
 * The data of a record of the kind `state`, which is a change in a storage area. If `value` is
 * null, the key was removed. Studies often store a text again with a bit added. Then `keep` says
 * how many characters of the earlier value stay, and `value` contains the text after them.
 */
export interface StorageChange {
  readonly area: StorageArea;
  readonly key: string;
  readonly value: string | null;
  readonly keep?: number;
}

/** The libraries whose trials a later record can amend. */
export const trialLibraries = ['jspsych', 'lab', 'psychojs'] as const;
export type TrialLibrary = (typeof trialLibraries)[number];

/**
 * Stores a file, or requests one of the run's files. The answer to each message has the same `id`.
 */
export type FileMessage =
  | { readonly type: 'file'; readonly name: string; readonly blob: Blob; readonly id: number }
  | { readonly type: 'read_file'; readonly name: string; readonly id: number };

/**
 * Reads or changes the document that all participants of the session share. `after` is the version
 * that the study already has: the answer contains the document only if it is newer. `change` is a
 * `BatchSessionChange` as JSON. The answer to each message has the same `id`.
 */
export type SharedMessage =
  | { readonly type: 'read_shared'; readonly after: number; readonly id: number }
  | { readonly type: 'change_shared'; readonly change: string; readonly id: number };

export type FileProblem =
  | 'file_empty'
  | 'file_too_large'
  | 'files_full'
  | 'invalid_name'
  | 'unreadable'
  | 'run_ended';

/**
 * The name of the event by which our second script in a study's page passes records to the first
 * one.
 */
export const recordEventName = 'commonlab:record';

export const shownContentKinds = ['nothing', 'colour', 'content'] as const;
export interface PageAppearance {
  readonly shown: (typeof shownContentKinds)[number];
  /** Whether the page has loaded. */
  readonly complete: boolean;
  /** How many presses after an error changed nothing on the page. */
  readonly idle: number;
}

export type FrameMessage =
  | {
      readonly type: 'record';
      readonly kind: 'trial' | 'text' | 'amend' | 'state' | 'event';
      readonly data: string;
      /**
       * Set if the study waits until the record is stored. The answer `kept` then has the same
       * number.
       */
      readonly id?: number;
      /**
       * The library that made the trial. An amendment refers to a trial by its number among the
       * trials of this library on this page.
       */
      readonly of?: TrialLibrary;
    }
  | FileMessage
  | SharedMessage
  /** The page of the study has drawn something for the first time. */
  | { readonly type: 'painted' }
  /** How the page of the study looks; sent when the page begins, and whenever its look changes. */
  | ({ readonly type: 'looks' } & PageAppearance)
  /**
   * A page of the study reports the end of the study. `of` is set if its jsPsych has ended;
   * otherwise, the study's own code has reported the end.
   */
  | { readonly type: 'finish'; readonly of?: 'jspsych' }
  /** The study reports that the participant wants to stop. */
  | { readonly type: 'stop'; readonly mayBeDone?: boolean }
  /** A stored trial differs from the trial that the study runs at the same place. */
  | { readonly type: 'diverged' }
  /** jsPsych begins to simulate a trial, or skips a trial that it cannot simulate. */
  | { readonly type: 'simulating'; readonly plugin: string; readonly passedOver: boolean }
  /**
   * A page of a study for JATOS cannot be simulated, so the rehearsal begins the next component.
   */
  | { readonly type: 'passing_page'; readonly path: string };

export type RunnerMessage =
  /** The study must not record any more: the run has ended, or continues in another tab. */
  | { readonly type: 'stopped' }
  /** The files that were loaded before the study began, by path. */
  | { readonly type: 'loaded'; readonly files: ReadonlyMap<string, Blob> }
  /** The record with this number is stored in the browser or on the server. */
  | { readonly type: 'kept'; readonly id: number }
  /** The file with this number could not be stored. */
  | { readonly type: 'refused'; readonly id: number; readonly code: FileProblem }
  /** The file that the study requested; null if the run has no file with that name. */
  | { readonly type: 'file'; readonly id: number; readonly blob: Blob | null }
  /** The shared document, or the result of changing it, as JSON. */
  | { readonly type: 'shared'; readonly id: number; readonly answer: string }
  | { readonly type: 'shared_refused'; readonly id: number; readonly code: string };

/**
 * What our first script in a document of the study knows when it begins: the name of the window
 * contains it as JSON. It identifies the participant only by the pseudonym, which exports also
 * contain.
 */
export interface FrameSetup {
  readonly commonlab: 1;
  readonly participant: string;
  readonly seed: string;
  readonly condition: unknown;
  /** If true, trials do not contain the name of the drawn condition. */
  readonly blinded: boolean;
  /**
   * Whether the study has several pages. If so, each page sends an event when it begins, and only
   * `commonlab.finish()` ends the run, since the end of one page's jsPsych is not the end of the
   * study.
   */
  readonly inPages: boolean;
  readonly storage: Readonly<Record<StorageArea, Readonly<Record<string, string>>>>;
  /** How jsPsych simulates the participant in a rehearsal; null outside of rehearsals. */
  readonly simulation: SimulationMode | null;
  /** The data of the stored trials, in order, if the study resumes after them; otherwise empty. */
  readonly trials: readonly string[];
  /** The data of the stored events that contain the trials' timings. */
  readonly timings: readonly string[];
  /**
   * The paths of the files that the page around the study has loaded; it passes the files on when
   * it answers the greeting.
   */
  readonly files: readonly string[];
  /**
   * The name that the study gave to the frame; set only if the page is in a frame of another page
   * of the study.
   */
  readonly inner?: { readonly name: string };
}
