import { amendmentAt, timingsAt } from './earlier-records';
import type { FrameMessage, TrialMaker } from '../messages';

type RecordMessage = Extract<FrameMessage, { type: 'record' }>;

/** Where the trials of a run are: an amendment names one by its place among those of its page. */
export class TrialPlaces {
  /** By who made them. */
  private readonly ofPage = new Map<TrialMaker | undefined, number[]>();

  /** @param trials that the run has */
  constructor(private trials: number) {}

  /** @param toldAgain how many of its trials jsPsych makes again, from the log */
  pageBegins(toldAgain: number): void {
    this.ofPage.clear();
    this.ofPage.set('jspsych', [...Array(toldAgain).keys()]);
  }

  /** @returns the data as the run has it */
  dataOf({ kind, data, of }: RecordMessage): string {
    const places = this.ofPage.get(of) ?? [];
    this.ofPage.set(of, places);
    if (kind === 'trial') places.push(this.trials++);
    if (kind === 'amend') return amendmentAt(places, data);
    return kind === 'event' && of ? timingsAt(places, data) : data;
  }
}
