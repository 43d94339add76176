import type { EndpointRequest } from '../../../contracts/base/endpoint';
import type { Participation } from '../../../contracts/enrolment/participations';
import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';
import type { startRun, StartedRun } from '../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { CallError } from './api';
import type { FrameMessage } from './messages';
import type { FileCalls } from './files/run-files';
import type { SharedDocumentCalls } from './shared/shared-messages';
import type { StudyView } from './pages/view';

/** The requests to the server for one run, of a real or a simulated participant. */
export interface RunCalls {
  start(body: EndpointRequest<typeof startRun>['body']): Promise<StartedRun>;
  store(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  storedRecords(run: string): Promise<StoredRecord[]>;
  /** @throws CallError `data_incomplete` as long as the server lacks data of the run */
  complete(): Promise<Participation | undefined>;
  shared(): Promise<SharedDocumentCalls>;
  /** The requests about the run's files; null if the run stores none. */
  readonly fileCalls: FileCalls | null;
}

export type RecordEvent = (event: Readonly<Record<string, string>>) => Promise<void>;

/** What the participant can do if the study does not continue. */
export interface StudyActions {
  note: RecordEvent;
  /** Opens the study again. */
  again(): void;
  /** Ends the run on this page. What has been recorded is still sent. */
  leave(): Promise<void>;
}

/** What a run shows before, around and after the study's frame. */
export interface RunStage {
  loading(): void;
  /**
   * Loads the study's files before the study begins; absent for simulated participants.
   * @returns null if the participant gave up
   */
  files?(
    run: StartedRun,
    signal: AbortSignal,
    note: RecordEvent,
  ): Promise<ReadonlyMap<string, Blob> | null>;
  study(frame: HTMLIFrameElement, actions: StudyActions): StudyView;
  /** @param bytes the number of bytes of files that the server does not have yet */
  sending(isWaiting: boolean, bytes?: number): void;
  /** Shows which files this browser does not have any more: the person may finish without them. */
  filesGone(files: readonly { name: string; bytes: number }[], finish: () => Promise<void>): void;
  /** @param mine the completed participation; undefined for a simulated participant */
  done(mine: Participation | undefined): void;
  stopped(run: StartedRun, again: () => void): void;
  /**
   * @param done called when the person says that they have finished; not given if the study cannot
   * be over yet
   */
  wantsToStop(run: StartedRun, done?: () => void): void;
  takenOver(): void;
  problem(error: CallError | undefined, retry: () => void): void;
  /** Shows that the study's own origin cannot be reached. */
  unreached(): void;
  /** Called with each message of the study, before the message is recorded. */
  heard?(message: FrameMessage): void;
}

export interface RunSubject {
  /** The id of the participation or of the rehearsal; only one page at a time may record for it. */
  readonly id: string;
  readonly title: string;
  /** The devices, such as the microphone, with which the study records. */
  readonly needs: readonly string[];
  readonly simulation: SimulationMode | null;
}
