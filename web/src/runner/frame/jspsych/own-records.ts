/**
 * Trials that a study records itself (`commonlab.record`), and those taken from jsPsych: a trial that comes
 * both ways is stored once.
 */
export class OwnRecords {
  private isAny = false;
  private readonly recorded = new WeakSet<object>();
  private readonly trials = new WeakSet<object>();

  /** A study that uses `commonlab.record`, `text` or `file` reports its end itself. */
  get speaksItself(): boolean {
    return this.isAny;
  }

  /** Notes a value that the study records. @returns whether to store it: false for the data of a trial that was stored already */
  adds(value?: unknown): boolean {
    this.isAny = true;
    if (typeof value !== 'object' || value === null) return true;
    this.recorded.add(value);
    return !this.trials.has(value);
  }

  /** Notes a trial of jsPsych. @returns whether to store it: false if the study recorded the same data itself */
  takes(trial: object): boolean {
    this.trials.add(trial);
    return !this.recorded.has(trial);
  }
}
