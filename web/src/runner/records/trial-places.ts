import { amendmentAtRunPlaces, timingsAtRunPlaces } from './earlier-records';
import type { FrameMessage, TrialMaker } from '../messages';

type RecordMessage = Extract<FrameMessage, { type: 'record' }>;

/**
 * Finds the place of a trial in the run: an amendment names a trial by its number among the trials
 * of its page.
 */
export class TrialPlaces {
  /** For each library: the places of the trials that it made on this page. */
  private readonly ofPage = new Map<TrialMaker | undefined, number[]>();

  /** @param trials the number of trials that the run already has */
  constructor(private trials: number) {}

  /** @param toldAgain the number of trials that jsPsych replays from the log */
  pageBegins(toldAgain: number): void {
    this.ofPage.clear();
    this.ofPage.set('jspsych', [...Array(toldAgain).keys()]);
  }

  /**
   * Puts a record in its form for the run.
   * @returns its data, with places in the run instead of numbers on the page
   */
  dataOf({ kind, data, of }: RecordMessage): string {
    const places = this.ofPage.get(of) ?? [];
    this.ofPage.set(of, places);
    if (kind === 'trial') places.push(this.trials++);
    if (kind === 'amend') return amendmentAtRunPlaces(places, data);
    return kind === 'event' && of ? timingsAtRunPlaces(places, data) : data;
  }
}
