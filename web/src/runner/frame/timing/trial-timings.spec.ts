/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { DisplayFrameMeter } from './frame-meter';
import { TrialTimings } from './trial-timings';

/** A page whose display shows a frame every 10 ms; during one trial, a frame is missing. */
function page() {
  const meter = new DisplayFrameMeter();
  let now = 0;
  const timings = new TrialTimings(meter, () => now);
  const pass = (frames: number, missing = 0) => {
    for (let n = 0; n < frames; n++) meter.frame((now += 10));
    if (missing > 0) meter.frame((now += 10 * (missing + 1)));
  };
  return { timings, pass, meter };
}

describe('The timing of a trial', () => {
  it('is reported with the trial’s number: shown and dropped frames, the longest gap, and long tasks', () => {
    const { timings, pass } = page();
    pass(50);
    timings.begins();
    pass(20, 3);
    timings.ends()(0);
    pass(5, 7);
    timings.begins();
    pass(9);
    timings.ends()(1);
    expect(timings.take([505, 700, 741, 900])).toEqual([
      {
        type: 'trial_timing',
        trials: [
          [0, 21, 3, 40, 2],
          [1, 9, 0, 10, 1],
        ],
      },
    ]);
    expect(timings.take([])).toEqual([]);
  });

  it('is reported once the refresh rate is known, and not for a trial without a record', () => {
    const { timings, pass, meter } = page();
    timings.begins();
    pass(10);
    timings.ends()(0);
    timings.begins();
    timings.ends();
    expect(timings.take(null)).toEqual([]);
    pass(40);
    meter.take();
    expect(timings.take(null)).toEqual([{ type: 'trial_timing', trials: [[0, 9, 0, 10, null]] }]);
  });

  it('fills no record beyond its limit, however many trials there are', () => {
    const { timings, pass } = page();
    pass(40);
    for (let n = 0; n < 2_500; n++) {
      timings.begins();
      timings.ends()(n);
    }
    expect(timings.take([]).map(({ trials }) => trials.length)).toEqual([1_000, 1_000, 500]);
  });
});
