import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';

/* What the study's frame and the runner's page say to each other, through one `MessagePort`. */

/** The frame greets whatever page holds it; it gets nothing else without the port. */
export const hello = 'commonlab:hello';
export const welcome = 'commonlab:welcome';

/**
 * The areas of a browser's storage that a sandboxed frame has only through these messages. `memory` is
 * our own: what a study hands from one of its pages to the next, beyond the reach of `clear()`.
 */
export const storageAreas = ['local', 'session', 'cookie', 'memory'] as const;
export type StorageArea = (typeof storageAreas)[number];

/**
 * The data of a record of the kind `state`; a value of null: the key was removed. Studies store the
 * same text again and again, a little longer each time: `keep` characters of what was there stay, and
 * the value comes behind them.
 */
export interface StateChange {
  readonly area: StorageArea;
  readonly key: string;
  readonly value: string | null;
  readonly keep?: number;
}

/** What writes trials that it may amend later. */
export const trialMakers = ['jspsych', 'lab', 'psychojs'] as const;
export type TrialMaker = (typeof trialMakers)[number];

/** A file to keep, and one of the run's to have back: each is answered under its number. */
export type FileMessage =
  | { readonly type: 'file'; readonly name: string; readonly blob: Blob; readonly id: number }
  | { readonly type: 'read_file'; readonly name: string; readonly id: number };

/**
 * The document that all participants of the session share, from a version on, and a change to it: JSON of
 * an `AskedChange`. Each is answered under its number.
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

/** An event of a study's page, by which another script of ours in it hands records to this port. */
export const recordEvent = 'commonlab:record';

export const shownKinds = ['nothing', 'colour', 'content'] as const;
export interface Looks {
  readonly shown: (typeof shownKinds)[number];
  /** It is loaded. */
  readonly complete: boolean;
  /** After an error, presses that changed nothing. */
  readonly idle: number;
}

export type FrameMessage =
  | {
      readonly type: 'record';
      readonly kind: 'trial' | 'text' | 'amend' | 'state' | 'event';
      readonly data: string;
      /** Where the study waits for it: the answer `kept` has the same number. */
      readonly id?: number;
      /** Who made a trial, or amends one: an amendment counts the trials of its maker on this page. */
      readonly of?: TrialMaker;
    }
  | FileMessage
  | SharedMessage
  /** The page of the study has drawn something for the first time. */
  | { readonly type: 'painted' }
  /** How the page of the study looks: at its beginning, and whenever that changes. */
  | ({ readonly type: 'looks' } & Looks)
  /** By a page in a frame of the study's: whether its jsPsych says it, or the study. */
  | { readonly type: 'finish'; readonly of?: 'jspsych' }
  /** The person wants to stop, as the study says. */
  | { readonly type: 'stop'; readonly mayBeDone?: boolean }
  /** A trial that was stored is not the one that the study does at its place now. */
  | { readonly type: 'diverged' }
  /** A trial begins that jsPsych simulates; what cannot be simulated is passed over. */
  | { readonly type: 'simulating'; readonly plugin: string; readonly passedOver: boolean }
  /** A page of a study for JATOS on which nothing simulates: the next component begins. */
  | { readonly type: 'passing_page'; readonly path: string };

export type RunnerMessage =
  /** The study may not write any more: it has ended, or goes on in another tab. */
  | { readonly type: 'stopped' }
  /** The files that were loaded before the study began, by their paths. */
  | { readonly type: 'loaded'; readonly files: ReadonlyMap<string, Blob> }
  /** The record with this number is in the browser's own store, or on the server. */
  | { readonly type: 'kept'; readonly id: number }
  /** The file with this number is not kept. */
  | { readonly type: 'refused'; readonly id: number; readonly code: FileProblem }
  /** The requested file; null where the run has none by that name. */
  | { readonly type: 'file'; readonly id: number; readonly blob: Blob | null }
  /** The shared document, or what became of a change to it: JSON. */
  | { readonly type: 'shared'; readonly id: number; readonly answer: string }
  | { readonly type: 'shared_refused'; readonly id: number; readonly code: string };

/**
 * What a document of the study knows before its first script: the name of its window, as JSON.
 * It holds nothing that says who takes part but the pseudonym that exports have.
 */
export interface FrameSetup {
  readonly commonlab: 1;
  readonly participant: string;
  readonly seed: string;
  readonly condition: unknown;
  /** Then trials do not say the condition. */
  readonly blinded: boolean;
  /**
   * A study of several pages: each page sends an event when it begins, and only `commonlab.finish()` ends
   * the run, since the end of one page's jsPsych is not the end of the study.
   */
  readonly inPages: boolean;
  readonly storage: Readonly<Record<StorageArea, Readonly<Record<string, string>>>>;
  /** A rehearsal: jsPsych takes part itself, in this mode of its own. */
  readonly simulation: SimulationMode | null;
  /** The data of the trials that are stored, in their order, where the study goes on after them. */
  readonly trials: readonly string[];
  /** The data of the stored events that hold the trials' timings. */
  readonly timings: readonly string[];
  /** The paths of the files that the page around has loaded, and hands over with its welcome. */
  readonly files: readonly string[];
  /** The page is in a frame of another page of the study, which had this name. */
  readonly inner?: { readonly name: string };
}
