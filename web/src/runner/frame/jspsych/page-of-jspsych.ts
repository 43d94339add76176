import type { FrameMessage } from '../../messages';
import { isAnother, marksIn } from './parameters';

export type Values = Record<string, unknown>;

/**
 * What all jsPsychs of a page share: one may follow another, or stand beside it. Their trials are counted
 * together, as in the run; stored trials are replayed in the order in which they were recorded, whichever
 * script made them; and the study is over when no jsPsych is running any more.
 */
export class PageOfJsPsych {
  private readonly waiting: Values[];
  private readonly marks: ReturnType<typeof marksIn>;
  private trials = 0;
  /** By the element that they are shown in. */
  private readonly running = new Map<unknown, object>();
  private hasDiverged = false;
  private isOver = false;

  constructor(
    private readonly stored: readonly string[],
    private readonly send: (message: FrameMessage) => void,
    timings: readonly string[],
  ) {
    this.marks = marksIn(timings);
    this.waiting = stored.map((text) => JSON.parse(text) as Values);
  }

  /** Whether there are stored trials that have not been replayed. */
  get areWaiting(): boolean {
    return this.waiting.length > 0;
  }
  /**
   * The next stored trial; of another type than the one that the study does now, or of other parameters,
   * none.
   */
  next(type: unknown, mark?: string): Values | undefined {
    const before = this.marks.get(this.stored.length - this.waiting.length);
    const stored = this.waiting.shift() ?? {};
    if (stored.trial_type === type && !isAnother(before, mark)) return stored;
    if (!this.hasDiverged) this.send({ type: 'diverged' });
    this.hasDiverged = true;
    return undefined;
  }

  /** The place of a trial that has just ended, and the stored data if it was replayed. */
  came(): { place: number; stored: string | undefined } {
    const place = this.trials++;
    return { place, stored: this.stored[place] };
  }

  /** @param display where it is shown: what was shown there before has been left for it */
  begins(js: object, display: unknown): void {
    this.running.set(display ?? '', js);
  }
  /**
   * One has ended. Another one may begin at once: the script that waited for the first goes on in this turn.
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
