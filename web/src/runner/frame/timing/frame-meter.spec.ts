/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { DisplayFrameMeter, missedDisplayFramesIn } from './frame-meter';

/**
 * Simulates a display that shows a frame every `everyMs` milliseconds, except for those in
 * `missing`.
 */
const shown = (everyMs: number, frames: number, missing: readonly number[] = []) => {
  const meter = new DisplayFrameMeter();
  for (let n = 0; n <= frames; n++) if (!missing.includes(n)) meter.frame(n * everyMs);
  return meter;
};

describe('the frame meter', () => {
  it.each([
    [1000 / 60, 16.7],
    [1000 / 144, 6.9],
  ])('finds the interval of a display, of %d ms', (everyMs, frame_ms) => {
    expect(shown(everyMs, 600).take()).toMatchObject({ frame_ms, frames: 600, missed: 0 });
  });

  it('counts dropped frames and the longest gap', () => {
    const taken = shown(10, 600, [100, 101, 102, 300]).take();
    expect(taken).toEqual({ frame_ms: 10, frames: 596, missed: 4, longest_ms: 40 });
  });

  it('counts a second without frames', () => {
    const meter = shown(10, 600);
    meter.frame(7_000);
    expect(meter.take()).toEqual({ frame_ms: 10, frames: 601, missed: 99, longest_ms: 1_000 });
  });

  it('counts no dropped frames while the page is hidden', () => {
    const meter = shown(10, 100);
    meter.pause();
    meter.frame(60_000);
    meter.frame(60_010);
    expect(meter.take()).toEqual({ frame_ms: 10, frames: 101, missed: 0, longest_ms: 10 });
  });

  it('restarts after it is read, and reports nothing for a few frames', () => {
    const meter = shown(10, 100);
    expect(meter.take()).not.toBeNull();
    expect(meter.take()).toBeNull();
    expect(shown(10, 20).take()).toBeNull();
  });

  it('counts the frames of each trial separately from all frames', () => {
    const meter = shown(10, 100);
    const one = meter.begin();
    for (const now of [1_010, 1_020, 1_050, 1_060]) meter.frame(now);
    expect(one).toEqual({ frames: 4, slow: { frames: 1, ms: 30 }, longest_ms: 30 });
    expect(missedDisplayFramesIn(one, 10)).toBe(2);
    const two = meter.begin();
    meter.frame(1_070);
    expect([one.frames, two]).toEqual([
      4,
      { frames: 1, slow: { frames: 0, ms: 0 }, longest_ms: 10 },
    ]);
    expect(meter.take()).toMatchObject({ frames: 105, missed: 2 });
  });

  it.each([1000 / 30, 1000 / 60, 1000 / 144])(
    'counts no dropped frames in the first trial on a display of %d ms, whose interval is not known yet',
    (everyMs) => {
      const meter = new DisplayFrameMeter();
      meter.frame(0);
      const first = meter.begin();
      for (let n = 1; n <= 40; n++) meter.frame(n * everyMs);
      expect(meter.frame_ms).toBeNull();
      meter.begin();
      expect(missedDisplayFramesIn(first, meter.frame_ms ?? 0)).toBe(0);
    },
  );
});
