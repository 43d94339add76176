import { isTiming, missedBand, refreshRate, timingOf } from './timing.rule';

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
  it('adds up what its pages measured; the display is the one that most frames were seen on', () => {
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
    });
  });

  it('says of long tasks nothing where a browser did not', () => {
    expect(timingOf([part(), part({ long_tasks: null })])?.long_tasks).toBeNull();
  });

  it.each([
    ['is no JSON', { kind: 'event' as const, data: 'timing' }],
    ['has another shape', part({ frames: 'many' })],
    ['has no frame', part({ frames: 0 })],
    ['is a trial', { ...part(), kind: 'trial' as const }],
  ])('is not made of what %s', (_, record) => {
    expect(timingOf([record])).toBeNull();
  });
});

describe('What says that it is timing', () => {
  it('is known whatever else it has', () => {
    const records = [part({ frames: 'many' }), { kind: 'event' as const, data: '{"type":"blur"}' }];
    expect(records.map(isTiming)).toEqual([true, false]);
    expect(isTiming({ kind: 'event', data: '{"x":"timing"}' })).toBe(false);
    expect(isTiming({ kind: 'event', data: '{"type":"tim\\u0069ng"}' })).toBe(true);
  });
});

describe('Bands', () => {
  it.each([
    [16.7, 60],
    [16.6, 60],
    [6.9, 144],
    [13.3, 75],
    [40, null],
    [1, null],
  ])('of an interval of %d ms, name the usual rate %p', (frame_ms, rate) => {
    expect(refreshRate({ frame_ms })).toBe(rate);
  });

  it.each([
    [10_000, 0, 'none'],
    [10_000, 5, 'under 0.1 %'],
    [10_000, 50, 'under 1 %'],
    [10_000, 300, 'under 5 %'],
    [10_000, 3_000, '5 % or more'],
  ])('of %d frames and %d that did not come, say %s', (frames, missed, band) => {
    expect(missedBand({ frames, missed })).toBe(band);
  });
});
