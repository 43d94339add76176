/**
 * What a study records by itself (`commonlab.record`), beside the trials that are taken from jsPsych: a
 * trial that comes both ways is stored once.
 */
export class OwnRecords {
  private isAny = false;
  private readonly recorded = new WeakSet<object>();
  private readonly trials = new WeakSet<object>();

  /** A study that uses `commonlab.record`, `text` or `file` says itself when it is over. */
  get speaksItself(): boolean {
    return this.isAny;
  }

  /** @returns whether the value is to be stored: false for the data of a trial that was taken already */
  adds(value?: unknown): boolean {
    this.isAny = true;
    if (typeof value !== 'object' || value === null) return true;
    this.recorded.add(value);
    return !this.trials.has(value);
  }

  /** @returns whether the trial is to be stored: false where the study has recorded these data itself */
  takes(trial: object): boolean {
    this.trials.add(trial);
    return !this.recorded.has(trial);
  }
}
