import { timingBandsOf, focusLossBand } from './timing-bands.rule';

const measured = (more: object = {}) => ({
  frame_ms: 16.7,
  frames: 6_000,
  missed: 0,
  longest_ms: 17,
  clock_ms: 0.005,
  long_tasks: 0,
  ms: null,
  ...more,
});

describe('The stored timing of a run', () => {
  it('contains the usual refresh rate, and a band for each other measure', () => {
    expect(timingBandsOf(measured())).toEqual({
      refresh_hz: 60,
      missed: 'none',
      clock: 'to_0_02',
      long_tasks: 'none',
    });
  });

  it.each([
    [{ frame_ms: 40 }, { refresh_hz: null }],
    [{ missed: 3 }, { missed: 'below_0_1' }],
    [{ missed: 30 }, { missed: 'below_1' }],
    [{ missed: 200 }, { missed: 'below_5' }],
    [{ missed: 2_000 }, { missed: 'from_5' }],
    [{ clock_ms: 0.02 }, { clock: 'to_0_02' }],
    [{ clock_ms: 0.105 }, { clock: 'to_0_2' }],
    [{ clock_ms: 1 }, { clock: 'to_1' }],
    [{ clock_ms: 4 }, { clock: 'above_1' }],
    [{ long_tasks: 5 }, { long_tasks: 'to_5' }],
    [{ long_tasks: 20 }, { long_tasks: 'to_20' }],
    [{ long_tasks: 21 }, { long_tasks: 'above_20' }],
    [{ long_tasks: null }, { long_tasks: 'unknown' }],
    [{ ms: 754_321 }, { seconds: 750 }],
  ])('of %j is %j', (more, bands) => {
    expect(timingBandsOf(measured(more))).toMatchObject(bands);
  });

  it.each([
    [0, 'none'],
    [1, 'once'],
    [5, 'to_5'],
    [6, 'above_5'],
  ])('of a focus that was lost %d times is %s', (count, band) => {
    expect(focusLossBand(count)).toBe(band);
  });
});
