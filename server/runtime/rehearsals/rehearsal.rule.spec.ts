import fc from 'fast-check';
import type { RehearsalRun } from '../../../contracts/runtime/rehearsals';
import { simulatedPseudonymOf, minMedianMaxOf, rehearsalSummaryOf } from './rehearsal.rule';

const run = (more: Partial<RehearsalRun>): RehearsalRun => ({
  _id: '',
  number: 1,
  outcome: 'completed',
  records: 5,
  events: 1,
  lost: 0,
  bytes: 10,
  errors: 0,
  condition: null,
  ms: 100,
  answers_ms: null,
  not_simulated: [],
  passed_pages: [],
  stuck_at: null,
  ...more,
});

describe('The summary of a rehearsal', () => {
  it('has a median between minimum and maximum with half of the values on each side', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (numbers) => {
        const spread = minMedianMaxOf(numbers);
        if (!spread) throw new Error('none');
        const { least, median, most } = spread;
        expect(least).toBe(Math.min(...numbers));
        expect(most).toBe(Math.max(...numbers));
        const below = numbers.filter((one) => one < Math.floor(median)).length;
        const above = numbers.filter((one) => one > Math.ceil(median)).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(numbers.length / 2);
      }),
    );
    expect(minMedianMaxOf([])).toBeNull();
    expect(minMedianMaxOf([null, 4])).toEqual({ least: 4, median: 4, most: 4 });
    expect(minMedianMaxOf([1, 2])?.median).toBe(2);
  });

  it('counts participants who reached the end, and lists once each plugin that could not be simulated', () => {
    const cells = [
      { name: 'a', share: 1, values: {} },
      { name: 'b', share: 2, values: {} },
    ];
    const conditions = { draw: 'least_filled', repeats: 1, blinded: false, cells } as const;
    const runs = [
      run({ condition: 'a', records: 4, not_simulated: ['x', 'y'] }),
      run({ condition: 'b', records: 8, lost: 2, passed_pages: ['hello.html'] }),
      run({ condition: 'b', records: 1, outcome: 'stalled', not_simulated: ['x'], lost: 1 }),
      run({ outcome: null }),
    ];
    expect(rehearsalSummaryOf(runs, { ...conditions, cells }, [])).toEqual({
      completed: 2,
      records: { least: 4, median: 6, most: 8 },
      expected: { least: 3, median: 5, most: 7 },
      ms: { least: 100, median: 100, most: 100 },
      answers_ms: null,
      lost: 3,
      conditions: [
        { name: 'a', share: 1, runs: 1 },
        { name: 'b', share: 2, runs: 1 },
      ],
      not_simulated: [
        { plugin: 'x', runs: 2 },
        { plugin: 'y', runs: 1 },
      ],
      passed_pages: [{ page: 'hello.html', runs: 1 }],
      errors: [],
    });
  });

  it('uses pseudonyms that no real participant can have', () => {
    expect(simulatedPseudonymOf(7)).toBe('simulated007');
    expect(simulatedPseudonymOf(100)).not.toMatch(/^[\da-f]+$/);
  });
});
