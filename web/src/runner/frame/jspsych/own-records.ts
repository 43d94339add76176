/**
 * Prevents that a trial is stored twice: once because the study records it itself
 * (`commonlab.record`), and once because it is taken from jsPsych.
 */
export class TrialDeduplication {
  private isAny = false;
  private readonly recorded = new WeakSet<object>();
  private readonly trials = new WeakSet<object>();

  /**
   * Whether the study has used `commonlab.record`, `text` or `file`; such a study reports its end
   * itself.
   */
  get speaksItself(): boolean {
    return this.isAny;
  }

  /**
   * Remembers a value that the study records itself.
   * @returns whether it must be stored; false for the data of a trial that was already stored
   */
  adds(value?: unknown): boolean {
    this.isAny = true;
    if (typeof value !== 'object' || value === null) return true;
    this.recorded.add(value);
    return !this.trials.has(value);
  }

  /**
   * Remembers a trial of jsPsych.
   * @returns whether it must be stored; false if the study has recorded the same data itself
   */
  takes(trial: object): boolean {
    this.trials.add(trial);
    return !this.recorded.has(trial);
  }
}
