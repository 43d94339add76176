import { amendmentByRunPosition, timingsByRunPosition } from './earlier-records';
import type { FrameMessage, TrialLibrary } from '../messages';

type RecordMessage = Extract<FrameMessage, { type: 'record' }>;

/**
 * Finds the position of a trial in the run, since the study's page names a trial only by its number
 * among the trials of that page.
 */
export class TrialPositions {
  /** For each library: the positions in the run of the trials that it made on this page. */
  private readonly ofPage = new Map<TrialLibrary | undefined, number[]>();

  /** @param trials the number of trials that the run already has */
  constructor(private trials: number) {}

  /** @param toldAgain the number of stored trials that jsPsych replays on the page */
  pageBegins(toldAgain: number): void {
    this.ofPage.clear();
    this.ofPage.set('jspsych', [...Array(toldAgain).keys()]);
  }

  /**
   * Prepares the data of a record for the run's log.
   * @returns the data, with the trials' positions in the run instead of their numbers on the page
   */
  dataOf({ kind, data, of }: RecordMessage): string {
    const places = this.ofPage.get(of) ?? [];
    this.ofPage.set(of, places);
    if (kind === 'trial') places.push(this.trials++);
    if (kind === 'amend') return amendmentByRunPosition(places, data);
    return kind === 'event' && of ? timingsByRunPosition(places, data) : data;
  }
}
