import type { Send } from '../../../contracts/base/endpoint';
import type { Participation } from '../../../contracts/enrolment/participations';
import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';
import type { startRun, StartedRun } from '../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { CallError } from './api';
import type { FrameMessage } from './messages';
import type { FileCalls } from './files/run-files';
import type { SharedCalls } from './shared/shared-messages';
import type { StudyPlace } from './pages/view';

/** The requests to the server for one run, of a participant or a simulated one. */
export interface Calls {
  start(body: Send<typeof startRun>['body']): Promise<StartedRun>;
  store(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  storedRecords(run: string): Promise<StoredRecord[]>;
  /** @throws CallError `data_incomplete` as long as data is missing */
  complete(): Promise<Participation | undefined>;
  shared(): Promise<SharedCalls>;
  /** The requests about the run's files; null if the run has none. */
  readonly fileCalls: FileCalls | null;
}

/** Records an event of the run. */
export type NoteEvent = (event: Readonly<Record<string, string>>) => Promise<void>;

/** What the participant can choose if a study does not continue. */
export interface StudyActions {
  note: NoteEvent;
  /** Opens the study again. */
  again(): void;
  /** Ends the run here; what was recorded so far is sent. */
  leave(): Promise<void>;
}

/** What is shown around the study's frame, and after it. */
export interface Stage {
  loading(): void;
  /** Loads the study's files before it begins; simulated participants wait for none. @returns null if the participant gave up */
  files?(
    run: StartedRun,
    signal: AbortSignal,
    note: NoteEvent,
  ): Promise<ReadonlyMap<string, Blob> | null>;
  study(frame: HTMLIFrameElement, actions: StudyActions): StudyPlace;
  /** @param bytes the number of bytes of files that have not arrived yet */
  sending(isWaiting: boolean, bytes?: number): void;
  /** Shows the files whose bytes this browser does not have: the person may finish without them. */
  filesGone(files: readonly { name: string; bytes: number }[], finish: () => Promise<void>): void;
  /** @param mine the completed participation; a simulated participant has none */
  done(mine: Participation | undefined): void;
  stopped(run: StartedRun, again: () => void): void;
  /** @param done given if the study may be over: called when the person says that they have finished */
  wantsToStop(run: StartedRun, done?: () => void): void;
  takenOver(): void;
  problem(error: CallError | undefined, retry: () => void): void;
  /** Shows that the study's own origin cannot be reached. */
  unreached(): void;
  /** Called with each message of the study, before it is recorded. */
  heard?(message: FrameMessage): void;
}

export interface Subject {
  /** The id of the participation or of the rehearsal; only one page at a time records for it. */
  readonly id: string;
  readonly title: string;
  /** The devices that the study records with. */
  readonly needs: readonly string[];
  readonly simulation: SimulationMode | null;
}
