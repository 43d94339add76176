import { timedTrials } from './trial-timing.rule';

const told = (seq: number, trials: unknown, kind: 'event' | 'trial' = 'event') => ({
  seq,
  kind,
  data: JSON.stringify({ type: 'trial_timing', trials }),
});

describe('The timing of trials', () => {
  it('belongs to the record of the trial, in the order of the records', () => {
    const records = [
      told(4, [[1, 60, 2, 50.1, null]]),
      // In this report, the last value is the hash by which the page compares the trial's
      // parameters.
      told(7, [[0, 12, 0, 16.7, 1, '1l2ybh1.k0p3x.9ab']]),
    ];
    expect(timedTrials(records, [2, 5])).toEqual([
      { seq: 2, frames: 12, missed: 0, longest_ms: 16.7, long_tasks: 1 },
      { seq: 5, frames: 60, missed: 2, longest_ms: 50.1, long_tasks: null },
    ]);
  });

  it('keeps the first report of a trial', () => {
    const records = [told(2, [[0, 60, 2, 50.1, 0]]), told(3, [[0, 1, 0, 1, 0]])];
    expect(timedTrials(records, [1])).toMatchObject([{ frames: 60 }]);
  });

  it.each([
    [
      'is of no trial that the run has',
      told(2, [
        [3, 60, 0, 17, 0],
        [-1, 60, 0, 17, 0],
      ]),
    ],
    ['has another shape', told(2, [[0, 'many', 0, 17, 0]])],
    [
      'has more than a record may',
      told(
        2,
        Array.from({ length: 1_001 }, () => [0, 1, 0, 1, 0]),
      ),
    ],
    ['is a trial', told(2, [[0, 60, 0, 17, 0]], 'trial')],
    ['is no JSON', { seq: 2, kind: 'event' as const, data: 'trial_timing' }],
  ])('is missing where it %s', (_, record) => {
    expect(timedTrials([record], [1])).toEqual([]);
  });
});
