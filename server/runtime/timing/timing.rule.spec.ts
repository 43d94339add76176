import {
  audioLatencyBand,
  isTimingRecord,
  missedFramesBand,
  nearestRefreshRate,
  timingOf,
} from './timing.rule';

const part = (more: object = {}) => ({
  kind: 'event' as const,
  data: JSON.stringify({
    type: 'timing',
    frame_ms: 16.7,
    frames: 600,
    missed: 2,
    longest_ms: 50,
    clock_ms: 0.005,
    long_tasks: 1,
    ...more,
  }),
});

describe('The timing of a run', () => {
  it('sums the measures of its pages; the display is the one with the most frames', () => {
    const pages = [
      part(),
      part({ frames: 900, frame_ms: 6.9, missed: 3, longest_ms: 20, clock_ms: 0.1 }),
    ];
    expect(timingOf([{ kind: 'trial', data: '{}' }, ...pages])).toEqual({
      frame_ms: 6.9,
      frames: 1500,
      missed: 5,
      longest_ms: 50,
      clock_ms: 0.1,
      long_tasks: 2,
      ms: null,
    });
  });

  it('has the time that its pages were open when all of them reported it', () => {
    expect(timingOf([part({ ms: 60_000 }), part({ ms: 1_500 })])?.ms).toBe(61_500);
    expect(timingOf([part({ ms: 60_000 }), part()])?.ms).toBeNull();
    expect(timingOf([part({ ms: -1 })])).toBeNull();
  });

  it('has the last reported audio latency', () => {
    const audio = (output_ms: number | null) => part({ audio: { base_ms: 5.8, output_ms } });
    expect(timingOf([audio(null), audio(32), part()])?.audio).toEqual({
      base_ms: 5.8,
      output_ms: 32,
    });
    expect(timingOf([part()])).not.toHaveProperty('audio');
  });

  it('has no long tasks when the browser did not report any', () => {
    expect(timingOf([part(), part({ long_tasks: null })])?.long_tasks).toBeNull();
  });

  it.each([
    ['is no JSON', { kind: 'event' as const, data: 'timing' }],
    ['has another shape', part({ frames: 'many' })],
    ['has no frame', part({ frames: 0 })],
    ['is a trial', { ...part(), kind: 'trial' as const }],
  ])('ignores an event that %s', (_, record) => {
    expect(timingOf([record])).toBeNull();
  });
});

describe('A timing event', () => {
  it('is recognised whatever other fields it has', () => {
    const records = [part({ frames: 'many' }), { kind: 'event' as const, data: '{"type":"blur"}' }];
    expect(records.map(isTimingRecord)).toEqual([true, false]);
    expect(isTimingRecord({ kind: 'event', data: '{"x":"timing"}' })).toBe(false);
    expect(isTimingRecord({ kind: 'event', data: '{"type":"trial_timing","trials":1}' })).toBe(
      true,
    );
    expect(isTimingRecord({ kind: 'event', data: '{"type":"tim\\u0069ng"}' })).toBe(true);
  });
});

describe('The reported bands of timing', () => {
  it.each([
    [16.7, 60],
    [16.6, 60],
    [6.9, 144],
    [13.3, 75],
    [40, null],
    [1, null],
  ])('show an interval of %d ms between frames as the usual rate %p', (frame_ms, rate) => {
    expect(nearestRefreshRate({ frame_ms })).toBe(rate);
  });

  it.each([
    [undefined, null],
    [{ base_ms: 5.8, output_ms: null }, 'under 20 ms'],
    [{ base_ms: 5.8, output_ms: 32 }, 'under 50 ms'],
    [{ base_ms: 10, output_ms: 40 }, 'under 100 ms'],
    [{ base_ms: 20, output_ms: 180 }, '100 ms or more'],
  ])('show an audio latency of %j as %s', (audio, band) => {
    expect(audioLatencyBand({ audio })).toBe(band);
  });

  it.each([
    [10_000, 0, 'none'],
    [10_000, 5, 'under 0.1 %'],
    [10_000, 50, 'under 1 %'],
    [10_000, 300, 'under 5 %'],
    [10_000, 3_000, '5 % or more'],
  ])('show %d frames with %d missed as %s', (frames, missed, band) => {
    expect(missedFramesBand({ frames, missed })).toBe(band);
  });
});
