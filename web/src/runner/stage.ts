import type { Send } from '../../../contracts/base/endpoint';
import type { Participation } from '../../../contracts/enrolment/participations';
import type { SimulationMode } from '../../../contracts/runtime/rehearsal-limits';
import type { startRun, StartedRun } from '../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { Study } from '../../../contracts/studies/studies';
import * as api from './api';
import type { CallError } from './api';
import { fileCalls } from './files/file-calls';
import type { FrameMessage } from './messages';
import * as pages from './pages/pages';
import type { FileCalls } from './files/run-files';
import type { SharedCalls } from './shared/shared-messages';
import { aroundStudy } from './life/around-study';
import type { Acts } from './life/study-life';
import type { StudyPlace } from './pages/view';
import { wantsToStop } from './way-out/have-you-finished';
import { filesBeforehand } from './beforehand/files-beforehand';

/** The server, for one run: a participant's, or that of a simulated one. */
export interface Calls {
  start(body: Send<typeof startRun>['body']): Promise<StartedRun>;
  store(body: string, keepalive?: boolean): Promise<{ stored_through: number }>;
  storedRecords(run: string): Promise<StoredRecord[]>;
  /** @throws CallError `data_incomplete` as long as something is missing */
  complete(): Promise<Participation | undefined>;
  shared(): Promise<SharedCalls>;
  /** Of the run's files; null where it makes none. */
  readonly fileCalls: FileCalls | null;
}

/** Writes an event of the run. */
export type NoteEvent = (event: Readonly<Record<string, string>>) => Promise<void>;

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
  study(frame: HTMLIFrameElement, acts: Acts): StudyPlace;
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
  /** Of the participation, or of the rehearsal: one page at a time writes for it. */
  readonly id: string;
  readonly title: string;
  /** The devices that the study records with. */
  readonly needs: readonly string[];
  readonly simulation: SimulationMode | null;
}

/** @param shares whether the participant was told that pages pass data on to those of others */
export const ofParticipation = (id: string, shares?: boolean): Calls => ({
  start: (body) => api.start(id, body),
  store: (body, keepalive) => api.store(id, body, keepalive),
  storedRecords: (run) => api.storedRecords(id, run),
  complete: () => api.complete(id),
  shared: async () => (await import('./shared/shared-at-server')).sharedCalls(id, shares),
  fileCalls: fileCalls(id),
});

const reload = () => location.reload();

/** The pages that a participant sees. @param id of the participation */
export const forParticipants = (study: Study, id: string): Stage => ({
  loading: pages.loading,
  files: filesBeforehand,
  ...aroundStudy(id, async () => {
    await api.withdraw(id);
    (await import('./life/gave-back')).gaveBack(study);
  }),
  sending: pages.sending,
  filesGone: pages.filesGone,
  done: (mine) => mine && pages.done(study, mine),
  stopped: pages.stopped,
  wantsToStop: (run, done) => wantsToStop(run, reload, done),
  takenOver: () => pages.takenOver(reload),
  problem: pages.problem,
  unreached: () => pages.unreached(reload),
});
