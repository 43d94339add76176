import type { RunEnvironment } from '../../../contracts/runtime/runtime';
import type { SelectedRun } from './selected-runs';
import { PeopleCountByValue } from './people-who-share.rule';

const placeOf = ({ device, browser, isolated }: RunEnvironment) =>
  `${device} ${browser} ${isolated}`;

/** The device and browser of each run; in anonymous sessions only where at least five people share them. */
export class EnvironmentsSharedByFive {
  private readonly people = new PeopleCountByValue();

  constructor(runs: readonly SelectedRun[]) {
    for (const { isAnonymous, environment, participant } of runs)
      if (isAnonymous && environment) this.people.add(placeOf(environment), participant);
  }

  of({ isAnonymous, environment }: SelectedRun): RunEnvironment | null {
    if (!environment || !isAnonymous) return environment;
    return this.people.areEnough(placeOf(environment)) ? environment : null;
  }
}
