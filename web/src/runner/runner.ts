import type { StartedRun } from '../../../contracts/runtime/runtime';
import { CallError } from './api';
import { resumePointOf, countTrials } from './records/earlier-records';
import { showEndPage } from './end-page';
import { browserEnvironmentOf } from './environment';
import { answerStudyRequest } from './answer-requests';
import { deleteUnsentRunFiles, openFileStore, type FileStore } from './files/file-store';
import type { FrameMessage } from './messages';
import { openRecordStore, type RecordStore } from './records/record-store';
import { becomeOnlyWriter, newWriterId } from './records/one-writer';
import type { RunFiles } from './files/run-files';
import { createLogAndFiles } from './log-and-files';
import type { RunLog } from './records/run-log';
import { notSimulatedEvent } from './not-simulated.rule';
import { DocumentSharing } from './shared/shared-messages';
import { waitUntilSent, type RunLogState } from './records/run-log-wiring';
import { frameSetupOf } from './setup-of';
import { StudyFrame } from './study-frame';
import type { RunCalls, RecordEvent, RunStage, RunSubject } from './stage';
import { TrialPositions } from './records/trial-places';
import { t } from './texts';
import { makeLeaveButton } from './way-out/have-you-finished';
import { IdleWatch } from './way-out/idle';

/** How long the page of an abandoned run waits until its last records are sent, in milliseconds. */
const lastMs = 3_000;

/** Runs a study for a real or simulated participant; the server decides whether it is completed (docs/decisions/record-log.md). */
export class Runner {
  private readonly writer = newWriterId();
  private frame: StudyFrame | undefined;
  private log: RunLog | undefined;
  private idle: IdleWatch | undefined;
  private place: ReturnType<RunStage['study']> | undefined;
  private hasAnswers = false;
  private files: RunFiles | undefined;
  private shared: DocumentSharing | undefined;
  private gone = new AbortController();
  private isOffline = false;
  private isEnding = false;
  private places = new TrialPositions(0);
  private attempt = 0;
  private run: string | undefined;

  constructor(
    private readonly subject: RunSubject,
    private readonly calls: RunCalls,
    private readonly stage: RunStage,
    private readonly store: RecordStore,
    private readonly fileStore: FileStore,
  ) {}

  static async open(subject: RunSubject, calls: RunCalls, stage: RunStage) {
    const records = await openRecordStore(subject.id);
    return new Runner(subject, calls, stage, records, await openFileStore(subject.id));
  }

  /** @param attempt the number of a new attempt, which begins from the start; without it, the present attempt continues */
  async begin(attempt?: number): Promise<void> {
    this.stage.loading();
    try {
      const gone = (this.gone = new AbortController());
      // If this page begins the run again, it takes the lock from itself. That is no takeover by another tab.
      const takeOver = () => void (this.gone === gone && this.over('taken_over'));
      await becomeOnlyWriter(this.subject.id, takeOver);
      const run = await this.calls.start({
        writer: this.writer,
        environment: browserEnvironmentOf(navigator),
        ...(attempt !== undefined && { attempt }),
      });
      if (run.state === 'finished') await this.complete();
      else await this.show(run);
    } catch (error) {
      this.refused(error, () => void this.begin(attempt));
    }
  }

  private async show(run: StartedRun): Promise<void> {
    const stored = run.stored_through > 0 ? await this.calls.storedRecords(run._id) : [];
    const { log, files } = createLogAndFiles(run, {
      ...{ writer: this.writer, store: this.store, fileStore: this.fileStore, calls: this.calls },
      changed: (state, error) => this.changed(state, error),
      filesChanged: () => this.showEnd(),
    });
    if (this.run !== run._id) await deleteUnsentRunFiles(this.run, this.store, this.fileStore);
    this.run = run._id;
    this.log = log;
    this.files = files;
    this.shared = new DocumentSharing(run._id, this.writer, () => this.calls.shared());
    await log.takeUp();
    files?.takeUp([...stored, ...log.unsent]);
    if (log.isFinishing) return this.waitForEnd();
    const earlier = [...stored, ...log.unsent];
    const going = resumePointOf(run, earlier);
    if (!going) return this.stage.stopped(run, () => void this.again(run.attempt + 1));
    const { gone, note } = this;
    const loaded = await (this.stage.files?.(run, gone.signal, note) ?? new Map<string, Blob>());
    if (!loaded || gone.signal.aborted) return;
    this.places = new TrialPositions(countTrials(earlier));
    this.display(going, loaded);
  }

  private async again(attempt?: number): Promise<void> {
    if (attempt !== undefined && attempt <= this.attempt) return;
    this.attempt = attempt ?? this.attempt;
    this.end();
    this.log?.stop();
    this.files?.stop();
    await this.begin(attempt);
  }

  private display(
    { run, replayed, timings, storage }: NonNullable<ReturnType<typeof resumePointOf>>,
    files: ReadonlyMap<string, Blob>,
  ): void {
    const [{ simulation }, names] = [this.subject, [...files.keys()]];
    this.frame = new StudyFrame({
      url: run.url,
      title: this.subject.title,
      setup: frameSetupOf(run, { storage, simulation, trials: replayed, timings, files: names }),
      files,
      needs: this.subject.needs,
      onUnreached: () => [this.end(), this.stage.unreached()],
      onOpened: () => this.place?.opened(),
      onPage: () => this.places.pageBegins(replayed.length),
      onMessage: (message) => void this.said(message, run),
      onFlood: (error) => this.over('failed', error),
    });
    const leave = () => this.abandon({ type: 'gave_back' });
    const acts = { note: this.note, again: () => void this.again(), leave };
    const place = (this.place = this.stage.study(this.frame.element, acts));
    const answers = { done: () => void this.doneByHand(), stuck: () => void this.stopped(run) };
    this.idle = new IdleWatch((isIdle) => place.offer(isIdle ? makeLeaveButton(answers) : null));
    if (!this.store.isLasting) place.mark(t('runner:memory_only'), 'warning');
    this.frame.focus();
  }

  private async said(message: FrameMessage, run: StartedRun): Promise<void> {
    this.stage.heard?.(message);
    this.idle?.heard(message);
    const notSimulated = notSimulatedEvent(message);
    if (notSimulated) return this.note(notSimulated);
    if (/^(looks|painted|simulating|passing_page)$/.test(message.type)) return;
    if (message.type === 'record') {
      const { frame } = this;
      this.hasAnswers ||= /trial|text/.test(message.kind);
      await this.log?.append(message.kind, this.places.dataOf(message));
      if (message.id !== undefined) frame?.tell({ type: 'kept', id: message.id });
    } else if ('id' in message) {
      const { frame, files, shared } = this;
      await answerStudyRequest(message, { files, shared }, (answer) => frame?.tell(answer));
    } else if (message.type === 'finish') await this.finish();
    else if (message.type === 'stop') await this.stopped(run, message.mayBeDone);
    else {
      await this.note({ type: 'diverged' });
      await this.again(run.attempt + 1);
    }
  }

  private async finish(): Promise<void> {
    await this.files?.added();
    await this.log?.finish();
    this.waitForEnd();
  }
  /** Called when the participant says that they have finished, although the study has not reported its end. */
  private async doneByHand(): Promise<void> {
    await this.note({ type: 'ended_by_participant' });
    await this.finish();
  }
  private async stopped(run: StartedRun, mayBeDone = false): Promise<void> {
    await this.note({ type: 'stop' });
    this.end('leave');
    this.stage.wantsToStop(run, mayBeDone ? () => void this.doneByHand() : undefined);
  }

  private readonly note: RecordEvent = async (event) =>
    void (await this.log?.append('event', JSON.stringify(event)));

  private changed(state: RunLogState, error?: CallError): void {
    if (state === 'finished') void this.complete();
    else if (state === 'taken_over') this.over('taken_over');
    else if (state === 'failed') this.over('failed', error);
    else if (this.isEnding) this.showEnd(state === 'waiting');
    else if (state === 'waiting') this.place?.mark(t('runner:waiting'), 'warning');
    else if (state === 'saved' && this.store.isLasting)
      this.place?.mark(this.hasAnswers ? t('runner:saved') : '', 'quiet');
  }

  /** Called when the participant has finished the study but the server does not have all data yet. */
  private waitForEnd(): void {
    this.isEnding = true;
    this.idle?.stop();
    this.shared?.stop();
    this.frame = void this.frame?.leave();
    this.showEnd(false);
  }

  private showEnd(isOffline = this.isOffline): void {
    this.isOffline = isOffline;
    if (this.isEnding && this.log?.isFinishing)
      showEndPage(isOffline, this.files, this.log, this.stage);
  }

  private async complete(): Promise<void> {
    this.isEnding = true;
    this.frame?.remove();
    try {
      this.stage.done(await this.calls.complete());
    } catch (error) {
      this.refused(error, () => void this.complete());
    }
  }

  private over(why: 'taken_over' | 'failed', error?: CallError): void {
    if (this.isEnding && why === 'taken_over') return;
    this.gone.abort();
    this.end(why === 'failed' ? 'leave' : 'remove');
    if (why === 'taken_over') this.stage.takenOver();
    else this.stage.problem(error, () => location.reload());
  }

  /**
   * @param then `remove` removes the frame. `leave` also deletes what the study has stored in the
   * browser, so it must not be used if another tab continues the study
   */
  private end(then: 'leave' | 'remove' = 'remove'): void {
    this.frame?.tell({ type: 'stopped' });
    this.idle?.stop();
    this.shared?.stop();
    this.frame?.[then]();
    this.frame = undefined;
  }

  private refused(error: unknown, retry: () => void): void {
    if (!(error instanceof CallError)) throw error;
    this.stage.problem(error, retry);
  }

  /** Ends the run early. What has been recorded is still sent; nothing more is recorded. */
  async abandon(event: Readonly<Record<string, string>>): Promise<void> {
    this.end();
    await this.note(event).catch(() => undefined);
    if (this.log) await waitUntilSent(this.log, lastMs);
    this.log?.stop();
  }

  leave = (): void => this.log?.leave();
  hurry = (): void => [this.log, this.files].forEach((one) => one?.hurry());
}
