import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { ConditionsOfRuns, mostConditionChars } from './conditions-of-runs';

const condition = (n: number, length: number) => ({
  name: `${n}`,
  values: { text: 'x'.repeat(length) },
});

describe('The conditions of a bundle’s runs', () => {
  it('are stored once when many runs have the same', () => {
    const conditions = new ConditionsOfRuns();
    const first = conditions.one(condition(1, studyFilesLimits.conditionsChars), 'a');
    for (let n = 0; n < 1_000; n++)
      expect(conditions.one(condition(1, studyFilesLimits.conditionsChars), 'a')).toBe(first);
    expect(conditions.one(null, 'a')).toBeNull();
  });

  it('are refused with the line of the run when there are too many different ones', () => {
    const conditions = new ConditionsOfRuns();
    const length = 50_000;
    const fit = Math.floor(mostConditionChars / (length + 100));
    for (let n = 0; n < fit; n++) conditions.one(condition(n, length), `runs:${n}`);
    const beyond = () => {
      for (let n = fit; n < 2 * fit; n++) conditions.one(condition(n, length), `runs:${n}`);
    };
    expect(beyond).toThrow('bundle_invalid');
  });
});
