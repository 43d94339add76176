import type { TimingBands } from '../../runtime/timing/timing-bands.rule';
import { countRunsByBands, type CountedRun } from './measure-counts.rule';

const timing = { refresh_hz: 60, missed: 'none', clock: 'to_0_02', long_tasks: 'none' } as const;
const desktop = { device: 'desktop', browser: 'chrome', isolated: true } as const;
let people = 0;
const run = (bands: Partial<TimingBands> = {}, more: Partial<CountedRun> = {}): CountedRun => ({
  participant: `p${(people += 1)}`,
  isAnonymous: true,
  environment: desktop,
  focus_lost: 0,
  timing: { ...timing, ...bands },
  isFast: undefined,
  ...more,
});
const times = (count: number, make: () => CountedRun) => Array.from({ length: count }, make);

describe('countRunsByBands', () => {
  it('counts runs by band, in the order of the bands, for sessions with names', () => {
    const named = { isAnonymous: false };
    const told = countRunsByBands([
      run({ refresh_hz: 144 }, named),
      run({ refresh_hz: null, missed: 'from_5' }, named),
      run({ refresh_hz: 60, clock: 'to_1', long_tasks: 'unknown' }, named),
      run({}, { ...named, focus_lost: 7, environment: { ...desktop, isolated: false } }),
      run({}, { ...named, timing: null }),
    ]);
    expect(told).toEqual({
      runs: 5,
      measured: 4,
      measures: {
        refresh_hz: [
          { band: '60', runs: 2 },
          { band: '144', runs: 1 },
          { band: 'other', runs: 1 },
        ],
        missed: [
          { band: 'none', runs: 3 },
          { band: 'from_5', runs: 1 },
        ],
        clock: [
          { band: 'to_0_02', runs: 3 },
          { band: 'to_1', runs: 1 },
        ],
        long_tasks: [
          { band: 'none', runs: 3 },
          { band: 'unknown', runs: 1 },
        ],
        isolated: [
          { band: 'yes', runs: 4 },
          { band: 'no', runs: 1 },
        ],
        focus_lost: [
          { band: 'none', runs: 4 },
          { band: 'above_5', runs: 1 },
        ],
        pace: [],
      },
    });
  });

  it('counts a band of an anonymous session when five people share it with device and browser', () => {
    const { measures } = countRunsByBands([
      ...times(5, () => run()),
      ...times(4, () => run({ refresh_hz: 144 })),
      // The fifth person with this refresh rate, but the only one with this browser.
      run({ refresh_hz: 144 }, { environment: { ...desktop, browser: 'edge' } }),
    ]);
    const told = [
      { band: '60', runs: 5 },
      { band: 'not_told', runs: 5 },
    ];
    expect(measures.refresh_hz).toEqual(told);
    expect(measures.clock).toEqual([
      { band: 'to_0_02', runs: 5 },
      { band: 'not_told', runs: 5 },
    ]);
    expect(measures.isolated).toEqual([
      { band: 'yes', runs: 5 },
      { band: 'not_told', runs: 5 },
    ]);
  });

  it('hides a rare band of one measure and counts the other measures of the same people', () => {
    const { measures } = countRunsByBands([
      ...times(5, () => run()),
      run({ clock: 'above_1' }, { focus_lost: 9 }),
    ]);
    expect(measures.refresh_hz).toEqual([{ band: '60', runs: 6 }]);
    expect(measures.clock).toEqual([
      { band: 'to_0_02', runs: 5 },
      { band: 'not_told', runs: 1 },
    ]);
    expect(measures.focus_lost).toEqual([
      { band: 'none', runs: 5 },
      { band: 'not_told', runs: 1 },
    ]);
  });

  it('counts fast runs of an anonymous session when five people were fast', () => {
    const fast = (isFast: boolean) => run({}, { isFast });
    const told = (fastOnes: number) =>
      countRunsByBands([...times(5, () => fast(false)), ...times(fastOnes, () => fast(true))])
        .measures.pace;
    expect(told(5)).toEqual([
      { band: 'fast', runs: 5 },
      { band: 'usual', runs: 5 },
    ]);
    expect(told(4)).toEqual([
      { band: 'usual', runs: 5 },
      { band: 'not_told', runs: 4 },
    ]);
  });

  it('counts people, not attempts, for the threshold of five', () => {
    const one = run();
    expect(countRunsByBands([one, one, one, one, one]).measures.missed).toEqual([
      { band: 'not_told', runs: 5 },
    ]);
  });
});
