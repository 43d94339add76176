import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';

/* The messages between the study's frame and the runner's page, through one `MessagePort`. */

/** The frame sends this greeting to whatever page contains it; without the port it receives nothing else. */
export const hello = 'commonlab:hello';
export const welcome = 'commonlab:welcome';

/**
 * The areas of storage that a sandboxed frame has only through these messages. `memory` is our own area: what a study passes from one of
 * its pages to the next, which `clear()` does not delete.
 */
export const storageAreas = ['local', 'session', 'cookie', 'memory'] as const;
export type StorageArea = (typeof storageAreas)[number];

/**
 * The data of a record of the kind `state`; a null `value` means that the key was removed. Studies often store the same text again, a
 * little longer each time: then the first `keep` characters of the earlier value stay, and `value` follows them.
 */
export interface StateChange {
  readonly area: StorageArea;
  readonly key: string;
  readonly value: string | null;
  readonly keep?: number;
}

/** The libraries whose trials may be amended later. */
export const trialMakers = ['jspsych', 'lab', 'psychojs'] as const;
export type TrialMaker = (typeof trialMakers)[number];

/** Stores a file, or requests one of the run's files; each message is answered under its number. */
export type FileMessage =
  | { readonly type: 'file'; readonly name: string; readonly blob: Blob; readonly id: number }
  | { readonly type: 'read_file'; readonly name: string; readonly id: number };

/**
 * Requests the document that all participants of the session share, if it is newer than a version; or requests a change to it (JSON of an
 * `AskedChange`). Each message is answered under its number.
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

/** The event of a study's page by which a second script of ours passes records to this port. */
export const recordEvent = 'commonlab:record';

export const shownKinds = ['nothing', 'colour', 'content'] as const;
export interface Looks {
  readonly shown: (typeof shownKinds)[number];
  /** Whether the page has loaded. */
  readonly complete: boolean;
  /** The number of presses after an error that changed nothing. */
  readonly idle: number;
}

export type FrameMessage =
  | {
      readonly type: 'record';
      readonly kind: 'trial' | 'text' | 'amend' | 'state' | 'event';
      readonly data: string;
      /** Set if the study waits for the record: the answer `kept` has the same number. */
      readonly id?: number;
      /** What made or amends a trial: an amendment counts the trials of this library on this page. */
      readonly of?: TrialMaker;
    }
  | FileMessage
  | SharedMessage
  /** Sent when the page of the study has drawn something for the first time. */
  | { readonly type: 'painted' }
  /** How the page of the study looks; sent at its beginning, and whenever that changes. */
  | ({ readonly type: 'looks' } & Looks)
  /** The end of the study, reported by a page in a frame of the study: by its jsPsych, or by the study's own code. */
  | { readonly type: 'finish'; readonly of?: 'jspsych' }
  /** The study reports that the person wants to stop. */
  | { readonly type: 'stop'; readonly mayBeDone?: boolean }
  /** A stored trial is not the one that the study now does at its place. */
  | { readonly type: 'diverged' }
  /** A trial begins that jsPsych simulates; a trial that cannot be simulated is skipped. */
  | { readonly type: 'simulating'; readonly plugin: string; readonly passedOver: boolean }
  /** On a page of a study for JATOS nothing can be simulated, so the next component begins. */
  | { readonly type: 'passing_page'; readonly path: string };

export type RunnerMessage =
  /** The study may not record any more: it has ended, or continues in another tab. */
  | { readonly type: 'stopped' }
  /** The files that were loaded before the study began, by their paths. */
  | { readonly type: 'loaded'; readonly files: ReadonlyMap<string, Blob> }
  /** The record with this number is stored in the browser or on the server. */
  | { readonly type: 'kept'; readonly id: number }
  /** The file with this number could not be stored. */
  | { readonly type: 'refused'; readonly id: number; readonly code: FileProblem }
  /** The requested file; null if the run has none with the name. */
  | { readonly type: 'file'; readonly id: number; readonly blob: Blob | null }
  /** The shared document, or the result of a change to it, as JSON. */
  | { readonly type: 'shared'; readonly id: number; readonly answer: string }
  | { readonly type: 'shared_refused'; readonly id: number; readonly code: string };

/**
 * What a document of the study knows before its first script: the name of its window, as JSON. It contains nothing that identifies the
 * participant except for the pseudonym that exports have.
 */
export interface FrameSetup {
  readonly commonlab: 1;
  readonly participant: string;
  readonly seed: string;
  readonly condition: unknown;
  /** If set, trials do not contain the condition. */
  readonly blinded: boolean;
  /**
   * Whether the study has several pages: then each page sends an event when it begins, and only `commonlab.finish()` ends the run, since
   * the end of one page's jsPsych is not the end of the study.
   */
  readonly inPages: boolean;
  readonly storage: Readonly<Record<StorageArea, Readonly<Record<string, string>>>>;
  /** In a rehearsal, the mode in which jsPsych simulates the participant; otherwise null. */
  readonly simulation: SimulationMode | null;
  /** The data of the stored trials in their order, if the study continues after them. */
  readonly trials: readonly string[];
  /** The data of the stored events that hold the trials' timings. */
  readonly timings: readonly string[];
  /** The paths of the files that the page around the study has loaded, and passes on when it answers the greeting. */
  readonly files: readonly string[];
  /** Set if the page is in a frame of another page of the study; the frame had this name. */
  readonly inner?: { readonly name: string };
}
