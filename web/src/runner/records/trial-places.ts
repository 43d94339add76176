import { amendmentAt, timingsAt } from './earlier-records';
import type { FrameMessage, TrialMaker } from '../messages';

type RecordMessage = Extract<FrameMessage, { type: 'record' }>;

/** The places of trials in a run: an amendment names a trial by its place among those of its page. */
export class TrialPlaces {
  /** The places by the library that made the trials. */
  private readonly ofPage = new Map<TrialMaker | undefined, number[]>();

  /** @param trials the number of trials that the run already has */
  constructor(private trials: number) {}

  /** @param toldAgain the number of trials that jsPsych makes again from the log */
  pageBegins(toldAgain: number): void {
    this.ofPage.clear();
    this.ofPage.set('jspsych', [...Array(toldAgain).keys()]);
  }

  /** Gives a record its place in the run. @returns its data as the run has it */
  dataOf({ kind, data, of }: RecordMessage): string {
    const places = this.ofPage.get(of) ?? [];
    this.ofPage.set(of, places);
    if (kind === 'trial') places.push(this.trials++);
    if (kind === 'amend') return amendmentAt(places, data);
    return kind === 'event' && of ? timingsAt(places, data) : data;
  }
}
