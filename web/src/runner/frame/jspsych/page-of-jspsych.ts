import type { FrameMessage } from '../../messages';
import { isDifferentTrial, parameterHashesIn } from './parameters';

export type TrialValues = Record<string, unknown>;

/**
 * The state that all instances of jsPsych on a page share, whether they run one after the other or
 * at the same time. The trials of all instances are counted together. Stored trials are replayed in
 * the order in which they were recorded, whichever instance reaches them. The study is over
 * when no instance is running any more.
 */
export class JsPsychPage {
  private readonly waiting: TrialValues[];
  private readonly marks: ReturnType<typeof parameterHashesIn>;
  private trials = 0;
  /** The running instances, by the element in which they are shown. */
  private readonly running = new Map<unknown, object>();
  private hasDiverged = false;
  private isOver = false;

  constructor(
    private readonly stored: readonly string[],
    private readonly send: (message: FrameMessage) => void,
    timings: readonly string[],
  ) {
    this.marks = parameterHashesIn(timings);
    this.waiting = stored.map((text) => JSON.parse(text) as TrialValues);
  }

  /** Whether any stored trial still waits to be replayed. */
  get areWaiting(): boolean {
    return this.waiting.length > 0;
  }
  /**
   * Returns the next stored trial; undefined if the trial that the study is about to run has a
   * different type or different parameters.
   */
  next(type: unknown, mark?: string): TrialValues | undefined {
    const before = this.marks.get(this.stored.length - this.waiting.length);
    const stored = this.waiting.shift() ?? {};
    if (stored.trial_type === type && !isDifferentTrial(before, mark)) return stored;
    if (!this.hasDiverged) this.send({ type: 'diverged' });
    this.hasDiverged = true;
    return undefined;
  }

  /**
   * Returns the position of a trial that has just ended, and its stored data if it was replayed.
   */
  came(): { place: number; stored: string | undefined } {
    const place = this.trials++;
    return { place, stored: this.stored[place] };
  }

  /**
   * Called when an instance begins. If another instance was shown in the same element, it has
   * ended.
   * @param display the element in which the instance is shown
   */
  begins(js: object, display: unknown): void {
    this.running.set(display ?? '', js);
  }
  /**
   * Called when an instance has ended. A script that waited for its end may begin the next instance
   * at once. Otherwise the study is over.
   */
  ends(js: object): void {
    for (const [display, running] of this.running) if (running === js) this.running.delete(display);
    const over = () => {
      clearTimeout(later);
      removeEventListener('pagehide', over);
      if (this.running.size > 0 || this.isOver) return;
      this.isOver = true;
      this.send({ type: 'finish' });
    };
    const later = setTimeout(over);
    addEventListener('pagehide', over);
  }
}
