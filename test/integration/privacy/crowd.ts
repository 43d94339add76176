import type { Conditions } from '../../../contracts/study-files/conditions';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { sha256Hex } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson, type TestPerson } from '../../support/people/people';
import type { SeededRandom } from '../../support/chance/seeded';
import { unique } from '../../support/chance/unique';
import type { RecordContent } from '../runtime/running';

export interface Participant extends TestPerson {
  readonly first_name: string;
}
/** The number of participants: even, since half of them take part on another day. */
export const crowdSize = 14;

/**
 * Makes so many conditions that nearly every person has a condition that no other person has. An
 * observer who learns a person's condition from a total can then find the person wherever
 * conditions are shown.
 */
export const conditionForEachPerson = (): Conditions => {
  const table = unique();
  return {
    draw: 'least_filled',
    repeats: 1,
    blinded: false,
    cells: Array.from({ length: studyFilesLimits.conditions }, (_, n) => ({
      // The padded number makes sure that no name is a part of another one.
      name: `condition-${table}-${String(n).padStart(3, '0')}`,
      share: 1,
      values: {},
    })),
  };
};

/** Registers people, each with an address, a name, an age and a language that few others share. */
export async function registerCrowd(run: RunningApp, chance: SeededRandom): Promise<Participant[]> {
  const people: Participant[] = [];
  for (let i = 0; i < crowdSize; i++) {
    const first_name = `Name${unique()}`;
    const person = await makePerson(run.source, { first_name });
    await bodyOf(
      run
        .http()
        .put('/api/demographics/')
        .set(person.headers)
        .send({
          date_of_birth: `${1950 + i * 3}-0${1 + chance.int(9)}-1${chance.int(9)}`,
          education_level: ['bachelor', 'master', 'doctorate'][chance.int(3)],
        })
        .expect(200),
    );
    people.push({ ...person, first_name });
  }
  return people;
}

/**
 * Makes the record about the display and the clock of a person: the same in all studies of the
 * person, and different from those of all other participants.
 */
export const displayTimingOf = (person: number): RecordContent => {
  const own = { frame_ms: 5 + person * 0.7, clock_ms: 0.1 + person / 100, long_tasks: person };
  const timing = { type: 'timing', ...own, frames: 1_000, missed: person, longest_ms: 40 };
  return { kind: 'event', data: JSON.stringify(timing) };
};

/**
 * Returns the fingerprint that a study's code computes from canvas, fonts and screen: the same in
 * each study, and unique to this person.
 */
export const deviceFingerprintOf = (person: number): string =>
  sha256Hex(`canvas, fonts and screen of ${person}`).slice(0, 24);

/** Makes the record of the timing of one person's trials. No other participant has this timing. */
export const trialTimingOf = (person: number): RecordContent => ({
  kind: 'event',
  data: JSON.stringify({
    type: 'trial_timing',
    trials: [[0, 1_000 + person, person, 40 + person / 10, person]],
  }),
});
