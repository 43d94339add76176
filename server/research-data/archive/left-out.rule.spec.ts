import fc from 'fast-check';
import { languages } from '../../../contracts/base/languages';
import { researchDataTexts } from '../research-data-texts';
import { leftOutText } from './left-out.rule';

const count = fc.nat({ max: 1_000 });
const lacks = fc.record({
  left_out: fc.record(
    {
      unfinished: count,
      day_not_over: count,
      withdrawn: count,
      damaged: count,
      rejected: count,
      outside_files: count,
    },
    { requiredKeys: ['unfinished', 'day_not_over', 'withdrawn', 'damaged'] },
  ),
  withheld: count,
  replaced: count,
  repeated: count,
  files: count,
});

describe('leftOutText', () => {
  it.each([...languages])(
    'has a line with the number for each reason, and no other (%s)',
    (one) => {
      const { t } = researchDataTexts.in(one);
      fc.assert(
        fc.property(lacks, (all) => {
          const { left_out, ...others } = all;
          const expected = [...Object.values(left_out), ...Object.values(others)].filter(
            (n) => n > 0,
          );
          const lines = leftOutText(all, t)
            .split('\n')
            .filter((line) => line.startsWith('- '));
          const told = lines.map((line) => Number(/^- (\d+) /.exec(line)?.[1]));
          expect(told.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
        }),
      );
    },
  );

  it('says so in a sentence when nothing is left out', () => {
    const left_out = { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 0 };
    const none = { left_out, withheld: 0, replaced: 0, repeated: 0, files: 0 };
    expect(leftOutText(none, researchDataTexts.in('en').t)).toContain('Nothing');
  });
});
