import {
  manualRehearsalMode,
  rehearsalLimits,
  rehearsalStallSeconds,
  type RehearsalOutcome,
} from '../../../../contracts/runtime/rehearsal-limits';
import type { CallError } from '../api';
import type { LocalSharedDocument } from '../frame/local-shared-document';
import type { FrameMessage } from '../messages';
import { openFileStore } from '../files/file-store';
import { openRecordStore } from '../records/record-store';
import { Runner } from '../runner';
import type { SharedDocumentCalls } from '../shared/shared-messages';
import type { RunCalls, RunStage } from '../stage';
import * as api from './calls';
import { responseTimeOf, studyCodeErrorIn } from './study-messages.rule';
import type { RehearsalView } from './view';

/**
 * How a simulation ended. `elsewhere`: another tab continues the rehearsal. `over`: all
 * participants are done.
 */
export type RehearsalEnd =
  | { readonly kind: 'outcome'; readonly outcome: RehearsalOutcome }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' }
  | { readonly kind: 'refused'; readonly error: CallError };

/**
 * One simulated participant. Its records go through the same code as the records of a real
 * participant. Only the pages that a person would see are replaced.
 */
export class SimulatedParticipant implements RunStage, RunCalls {
  private run: string | undefined;
  private number = 0;
  private readonly began = performance.now();
  private answers: number | null = null;
  private readonly passedOver = new Set<string>();
  private readonly passedPages = new Set<string>();
  private plugin: string | null = null;
  private trials = 0;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private settle: (ended: RehearsalEnd) => void = () => undefined;
  private readonly ended = new Promise<RehearsalEnd>((resolve) => (this.settle = resolve));

  constructor(
    private readonly rehearsal: api.Rehearsal,
    private readonly title: string,
    private readonly view: RehearsalView,
    private readonly document: LocalSharedDocument,
  ) {}

  /** The plugin of the trial that ran last; null if jsPsych did not begin. */
  get at(): string | null {
    return this.plugin;
  }

  get isLast(): boolean {
    return this.number >= this.rehearsal.participants;
  }

  async takePart(): Promise<RehearsalEnd> {
    const { _id: id, mode } = this.rehearsal;
    const store = await openRecordStore(id);
    const files = await openFileStore(id);
    const runner = new Runner(
      { id, title: this.title, needs: [], simulation: mode === manualRehearsalMode ? null : mode },
      this,
      this,
      store,
      files,
    );
    const leave = () => runner.leave();
    const hurry = () => runner.hurry();
    addEventListener('pagehide', leave);
    addEventListener('online', hurry);
    this.view.onStop(() => this.settle({ kind: 'outcome', outcome: 'stopped' }));
    void runner.begin();
    const ended = await this.ended;
    clearTimeout(this.watch);
    removeEventListener('pagehide', leave);
    removeEventListener('online', hurry);
    if (ended.kind !== 'outcome' || ended.outcome === 'completed' || !this.run) return ended;
    await runner.abandon({ type: ended.outcome });
    const run = this.run;
    await api.retryUntilReachable(() => api.finishRehearsalRun(id, run, this.how(ended.outcome)));
    await store.forget(run, Number.MAX_SAFE_INTEGER);
    return ended;
  }

  private how(outcome: RehearsalOutcome): api.RehearsalRunResult {
    const { ms, plugins, pluginName, pages, pageName } = rehearsalLimits;
    const whole = (value: number) => Math.min(ms, Math.max(0, Math.round(value)));
    return {
      outcome,
      ms: whole(performance.now() - this.began),
      answers_ms: this.answers === null ? null : whole(this.answers),
      not_simulated: [...this.passedOver].slice(0, plugins).map((one) => one.slice(0, pluginName)),
      passed_pages: [...this.passedPages].slice(0, pages).map((one) => one.slice(0, pageName)),
      stuck_at: outcome === 'stalled' ? (this.plugin?.slice(0, pluginName) ?? null) : null,
    };
  }

  // The requests to the server that the runner makes for a participant.
  async start({ writer, environment }: Parameters<RunCalls['start']>[0]) {
    const started = await api.beginRehearsalRun(this.rehearsal._id, { writer, environment });
    this.run = started._id;
    this.number = started.number;
    this.view.participant(started.number, this.rehearsal.mode);
    return started;
  }
  store(body: string, keepalive?: boolean) {
    return api.sendRehearsalRecords(this.rehearsal._id, body, keepalive);
  }
  /** Each simulated participant begins as a new one, without stored records. */
  storedRecords() {
    return Promise.resolve([]);
  }
  /**
   * The document that the simulated participants share exists only in this page and is not stored.
   */
  shared() {
    return Promise.resolve<SharedDocumentCalls>({
      read: (after) => this.document.read(after),
      change: (body) => this.document.changeBy(body),
    });
  }
  async complete(): Promise<undefined> {
    await api.finishRehearsalRun(this.rehearsal._id, this.run ?? '', this.how('completed'));
  }

  // A simulated participant needs none of the pages that a person would see.
  loading(): void {}
  readonly fileCalls = null;
  filesGone(): void {
    // A rehearsal stores no files, so none can be missing.
  }
  sending(isWaiting: boolean): void {
    this.view.waiting(isWaiting);
  }
  study(frame: HTMLIFrameElement) {
    this.view.study(frame, this.rehearsal.mode);
    this.stillThere();
    return {
      mark: (_text: string, tone: 'quiet' | 'warning') => this.view.waiting(tone === 'warning'),
      opened: () => undefined,
      offer: () => undefined,
    };
  }
  done(): void {
    this.settle({ kind: 'outcome', outcome: 'completed' });
  }
  /**
   * Called if the study cannot be resumed. A simulated run has only just begun, so this must not
   * happen, and the simulation counts as failed.
   */
  stopped(): void {
    this.settle({ kind: 'outcome', outcome: 'failed' });
  }
  wantsToStop(): void {
    this.settle({ kind: 'outcome', outcome: 'left' });
  }
  takenOver(): void {
    this.settle({ kind: 'elsewhere' });
  }
  unreached(): void {
    clearTimeout(this.watch);
    this.view.unreachable(() => location.reload());
  }
  problem(error: CallError | undefined, retry: () => void): void {
    clearTimeout(this.watch);
    if (!error || error.isPassing) this.view.unreachable(retry);
    else if (error.code === 'run_ended' && !this.run) this.settle({ kind: 'over' });
    else if (this.run) this.settle({ kind: 'outcome', outcome: 'failed' });
    else this.settle({ kind: 'refused', error });
  }

  heard(message: FrameMessage): void {
    const error = studyCodeErrorIn(message);
    if (error) this.view.error(error);
    if (message.type === 'record' && message.kind === 'event') return;
    this.stillThere();
    if (message.type === 'simulating') {
      this.plugin = message.plugin;
      if (message.passedOver) {
        this.passedOver.add(message.plugin || '?');
        this.view.passedOver(message.plugin);
      }
    }
    if (message.type === 'passing_page') {
      this.passedPages.add(message.path || '?');
      this.view.passedPage(message.path);
    }
    if (message.type !== 'record' || message.kind !== 'trial') return;
    this.trials += 1;
    this.view.trials(this.trials);
    if (this.trials >= rehearsalLimits.trials) this.settle({ kind: 'outcome', outcome: 'stalled' });
    const ms = responseTimeOf(message.data);
    if (ms !== null) this.answers = (this.answers ?? 0) + ms;
  }

  private stillThere(): void {
    clearTimeout(this.watch);
    const ms = rehearsalStallSeconds[this.rehearsal.mode] * 1000;
    this.watch = setTimeout(() => this.settle({ kind: 'outcome', outcome: 'stalled' }), ms);
  }
}
