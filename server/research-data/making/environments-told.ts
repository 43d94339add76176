import type { RunEnvironment } from '../../../contracts/runtime';
import type { ChosenRun } from './chosen-runs';

/** Fewer anonymous participants with the same device and browser are not told (docs/domain.md, 4). */
const fewest = 5;
const placeOf = ({ device, browser, isolated }: RunEnvironment) =>
  `${device} ${browser} ${isolated}`;

/** The device and browser of each run, in anonymous sessions where five people or more have the same. */
export class EnvironmentsTold {
  /** Who has the same kind of device and browser: people, not attempts. */
  private readonly people = new Map<string, Set<string>>();

  constructor(runs: readonly ChosenRun[]) {
    for (const { isAnonymous, environment, participant } of runs) {
      if (!isAnonymous || !environment) continue;
      const people = this.people.get(placeOf(environment)) ?? new Set();
      this.people.set(placeOf(environment), people.add(participant));
    }
  }

  of({ isAnonymous, environment }: ChosenRun): RunEnvironment | null {
    if (!environment || !isAnonymous) return environment;
    const people = this.people.get(placeOf(environment));
    return (people?.size ?? 0) >= fewest ? environment : null;
  }
}
