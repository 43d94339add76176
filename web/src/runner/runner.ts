import i18next from 'i18next';
import type { Participation } from '../../../contracts/participations';
import type { StartedRun } from '../../../contracts/runtime';
import type { Study } from '../../../contracts/studies';
import * as api from './api';
import {
  addressOf,
  amendmentAt,
  isComplete,
  lastPageFrom,
  storageFrom,
  trialsFrom,
  trialsIn,
} from './earlier-records';
import { showEnd } from './end-page';
import { environmentOf } from './environment';
import { fileCalls } from './file-calls';
import { hearFile } from './file-messages';
import { openFileStore, type FileStore } from './file-store';
import type { FrameMessage, TrialMaker } from './messages';
import { openRecordStore, type RecordStore } from './record-store';
import { alone, newWriter } from './one-writer';
import { RunFiles } from './run-files';
import { RunLog } from './run-log';
import type { LogState } from './run-log-wiring';
import { StudyFrame } from './study-frame';
import { showStudy } from './view';
import * as pages from './pages';

export interface Subject {
  readonly participation: Participation;
  readonly study: Study;
}

/**
 * One participation's study, from its beginning to the moment in which all of its data are stored.
 * Nothing here decides that it is done: the server does (docs/decisions/0067-record-log.md).
 */
export class Runner {
  private readonly writer = newWriter();
  private frame: StudyFrame | undefined;
  private log: RunLog | undefined;
  private files: RunFiles | undefined;
  private isOffline = false;
  private mark: ReturnType<typeof showStudy> | undefined;
  private isEnding = false;
  /** How many trials this run has, and where those of the present page are, by their maker. */
  private trials = 0;
  private readonly places = new Map<TrialMaker | undefined, number[]>();

  constructor(
    private readonly subject: Subject,
    private readonly store: RecordStore,
    private readonly fileStore: FileStore,
  ) {}

  static async open(subject: Subject) {
    return new Runner(subject, await openRecordStore(), await openFileStore());
  }

  private get id() {
    return this.subject.participation._id;
  }

  /** @param attempt a new one, from the beginning; none: goes on with the present one */
  async begin(attempt?: number): Promise<void> {
    pages.loading();
    try {
      await alone(this.id, () => this.over('taken_over'));
      const run = await api.start(this.id, {
        writer: this.writer,
        environment: environmentOf(navigator),
        ...(attempt !== undefined && { attempt }),
      });
      if (run.state === 'finished') await this.complete();
      else await this.show(run);
    } catch (error) {
      this.refused(error, () => void this.begin(attempt));
    }
  }

  private async show(run: StartedRun): Promise<void> {
    const stored = run.stored_through > 0 ? await api.storedRecords(this.id, run._id) : [];
    const log: RunLog = new RunLog({
      run,
      writer: this.writer,
      store: this.store,
      send: (body, keepalive) => api.store(this.id, body, keepalive),
      changed: (state, error) => this.changed(state, error),
      whole: () => files.settled(),
    });
    const files: RunFiles = new RunFiles({
      run,
      store: this.fileStore,
      calls: fileCalls(this.id),
      announce: (data) => log.append('file', data),
      changed: () => this.showEnd(),
    });
    this.log = log;
    this.files = files;
    await log.takeUp();
    files.takeUp([...stored, ...log.unsent]);
    if (log.isFinishing) return this.waitForEnd();
    const earlier = [...stored, ...log.unsent];
    const isNew = earlier.length === 0;
    const inPages = run.resume.mode === 'component';
    const goesOn = inPages || (run.resume.mode === 'trial' && isComplete(earlier));
    if (!isNew && !goesOn) return pages.stopped(run, () => void this.again(run.attempt + 1));
    const page = inPages ? lastPageFrom(earlier) : undefined;
    const replayed = goesOn && !inPages ? trialsFrom(earlier) : [];
    this.trials = trialsIn(earlier);
    this.display(
      page === undefined ? run : { ...run, url: addressOf(page, run.url) },
      replayed,
      storageFrom(earlier),
    );
  }

  private async again(attempt: number): Promise<void> {
    this.end();
    this.log?.stop();
    this.files?.stop();
    await this.begin(attempt);
  }

  private display(
    run: StartedRun,
    replayed: readonly string[],
    storage: ReturnType<typeof storageFrom>,
  ): void {
    this.frame = new StudyFrame({
      url: run.url,
      title: this.subject.study.title,
      setup: {
        commonlab: 1,
        participant: run.participant,
        seed: run.seed,
        condition: run.condition,
        blinded: run.blinded,
        inPages: run.resume.mode === 'component',
        storage,
        trials: replayed,
      },
      needs: this.subject.study.runtime?.kind === 'hosted' ? this.subject.study.runtime.needs : [],
      onUnreached: () => {
        this.end();
        pages.unreached(() => location.reload());
      },
      onPage: () => {
        this.places.clear();
        // jsPsych makes these again, from the log.
        this.places.set(
          'jspsych',
          replayed.map((_, place) => place),
        );
      },
      onMessage: (message) => void this.said(message, run),
    });
    this.mark = showStudy(this.frame.element);
    this.mark(
      i18next.t(this.store.isLasting ? 'runner:saved' : 'runner:memory_only'),
      this.store.isLasting ? 'quiet' : 'warning',
    );
    this.frame.focus();
  }

  private async said(message: FrameMessage, run: StartedRun): Promise<void> {
    if (message.type === 'record') {
      const { frame } = this;
      const places = this.places.get(message.of) ?? [];
      this.places.set(message.of, places);
      if (message.kind === 'trial') places.push(this.trials++);
      const data = message.kind === 'amend' ? amendmentAt(places, message.data) : message.data;
      await this.log?.append(message.kind, data);
      if (message.id !== undefined) frame?.tell({ type: 'kept', id: message.id });
    } else if (message.type === 'file' || message.type === 'read_file') {
      const { frame } = this;
      await hearFile(message, this.files, (answer) => frame?.tell(answer));
    } else if (message.type === 'finish') {
      await this.files?.added();
      await this.log?.finish();
      this.waitForEnd();
    } else if (message.type === 'stop') {
      await this.log?.append('event', JSON.stringify({ type: 'stop' }));
      this.end();
      pages.wantsToStop(run, () => location.reload());
    } else {
      await this.log?.append('event', JSON.stringify({ type: 'diverged' }));
      await this.again(run.attempt + 1);
    }
  }

  private changed(state: LogState, error?: api.CallError): void {
    if (state === 'finished') void this.complete();
    else if (state === 'taken_over') this.over('taken_over');
    else if (state === 'failed') this.over('failed', error);
    else if (this.isEnding) this.showEnd(state === 'waiting');
    else if (state === 'waiting') this.mark?.(i18next.t('runner:waiting'), 'warning');
    else if (state === 'saved' && this.store.isLasting)
      this.mark?.(i18next.t('runner:saved'), 'quiet');
  }

  /** The study has ended for the person, and not yet for the server. */
  private waitForEnd(): void {
    this.isEnding = true;
    this.frame?.remove();
    this.frame = undefined;
    this.showEnd(false);
  }

  private showEnd(isOffline = this.isOffline): void {
    this.isOffline = isOffline;
    if (this.isEnding && this.log?.isFinishing) showEnd(isOffline, this.files, this.log);
  }

  private async complete(): Promise<void> {
    this.isEnding = true;
    this.frame?.remove();
    try {
      await api.complete(this.id);
      pages.done(this.subject.study);
    } catch (error) {
      this.refused(error, () => void this.complete());
    }
  }

  private over(why: 'taken_over' | 'failed', error?: api.CallError): void {
    if (this.isEnding && why === 'taken_over') return;
    this.end();
    if (why === 'taken_over') pages.takenOver(() => location.reload());
    else pages.problem(error, () => location.reload());
  }

  private end(): void {
    this.frame?.tell({ type: 'stopped' });
    this.frame?.remove();
    this.frame = undefined;
  }

  private refused(error: unknown, retry: () => void): void {
    if (!(error instanceof api.CallError)) throw error;
    pages.problem(error, retry);
  }

  leave = (): void => this.log?.leave();
  hurry(): void {
    this.log?.hurry();
    this.files?.hurry();
  }
}
