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

/** The server, for one run: a participant's, or that of a simulated one. */
export interface Calls {
  start(body: Send<typeof startRun>['body']): Promise<StartedRun>;
  store(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  storedRecords(run: string): Promise<StoredRecord[]>;
  /** @throws CallError `data_incomplete` as long as something is missing */
  complete(): Promise<Participation | undefined>;
  shared(): Promise<SharedCalls>;
  /** The requests about the run's files; null where it makes none. */
  readonly fileCalls: FileCalls | null;
}

/** Writes an event of the run. */
export type NoteEvent = (event: Readonly<Record<string, string>>) => Promise<void>;

/** What the participant may do with a study that does not go on. */
export interface StudyActions {
  note: NoteEvent;
  /** Opens the study again. */
  again(): void;
  /** Ends the run here: what was recorded so far is sent. */
  leave(): Promise<void>;
}

/** What is around the study's frame, and what follows it. */
export interface Stage {
  loading(): void;
  /**
   * Loads the study's files before it begins; simulated participants wait for none.
   * @returns null where it was given up
   */
  files?(
    run: StartedRun,
    signal: AbortSignal,
    note: NoteEvent,
  ): Promise<ReadonlyMap<string, Blob> | null>;
  study(frame: HTMLIFrameElement, actions: StudyActions): StudyPlace;
  /** @param bytes of files that are not there yet */
  sending(isWaiting: boolean, bytes?: number): void;
  /** Files whose bytes this browser does not have: the person may finish without them. */
  filesGone(files: readonly { name: string; bytes: number }[], finish: () => Promise<void>): void;
  /** @param mine as it is completed; a simulated participant has none */
  done(mine: Participation | undefined): void;
  stopped(run: StartedRun, again: () => void): void;
  /** @param done where the study may be over: the person says that they have done it all */
  wantsToStop(run: StartedRun, done?: () => void): void;
  takenOver(): void;
  problem(error: CallError | undefined, retry: () => void): void;
  /** The study's own origin is not reached. */
  unreached(): void;
  /** Each message of the study, before it is kept. */
  heard?(message: FrameMessage): void;
}

export interface Subject {
  /** The id of the participation or of the rehearsal: one page at a time writes for it. */
  readonly id: string;
  readonly title: string;
  /** The devices that the study records with. */
  readonly needs: readonly string[];
  readonly simulation: SimulationMode | null;
}
