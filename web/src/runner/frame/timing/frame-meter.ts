import type { TimingEvent } from '../../../../../contracts/runtime/timing';

export type DisplayFrameMeasurements = Pick<
  TimingEvent,
  'frame_ms' | 'frames' | 'missed' | 'longest_ms'
>;

/** Intervals are counted in tenths of a millisecond, up to this number of tenths. */
const mostTenths = 2_000;
/** With fewer frames than this, the interval of the display cannot be determined. */
const fewest = 30;

/**
 * Counts the frames in a period. `slow` are the frames that may have been shown for longer than one
 * interval of the display.
 */
export interface DisplayFramePeriod {
  frames: number;
  slow: { frames: number; ms: number };
  longest_ms: number;
}
/**
 * The interval of the fastest displays, in milliseconds. Until the interval of this display is
 * known, a frame that takes longer than this counts as slow.
 */
const shortestMs = 10;

/**
 * Measures the times between the frames of the display, without storing each one. A frame costs one
 * subtraction and one count, so that measuring does not slow down the study.
 */
export class DisplayFrameMeter {
  private readonly counts = new Uint32Array(mostTenths);
  private last: number | undefined;
  private frames = 0;
  private longest = 0;
  /** The frames that took longer than the counters can count: their number and their total time. */
  private long = { frames: 0, ms: 0 };
  private stretch: DisplayFramePeriod = { frames: 0, slow: { frames: 0, ms: 0 }, longest_ms: 0 };
  private slowMs = shortestMs;
  /** The interval of the display; null before enough frames came. */
  frame_ms: number | null = null;

  /**
   * Starts a separate count of frames, at the beginning of each trial. It costs one more comparison
   * per frame.
   */
  begin(): DisplayFramePeriod {
    this.look();
    if (this.frame_ms !== null) this.slowMs = this.frame_ms * 1.5;
    return (this.stretch = { frames: 0, slow: { frames: 0, ms: 0 }, longest_ms: 0 });
  }

  /** Reads the interval of the display. @returns null until enough frames have been counted */
  look(): number | null {
    if (this.frames >= fewest) this.frame_ms = this.median();
    return this.frame_ms;
  }

  /** @param now when the frame came, in milliseconds of the page's clock */
  frame(now: number): void {
    if (this.last !== undefined) this.add(now - this.last);
    this.last = now;
  }

  /** Called when the page is hidden: no frame is expected before the page is visible again. */
  pause(): void {
    this.last = undefined;
  }

  /** Returns the measurements since the last call. @returns null if there were too few frames to measure anything */
  take(): DisplayFrameMeasurements | null {
    if (this.frames < fewest) return null;
    const frame_ms = this.median();
    this.frame_ms = frame_ms;
    let missed = this.long.ms / frame_ms - this.long.frames;
    for (let tenths = Math.ceil(frame_ms * 15); tenths < mostTenths; tenths++)
      missed += (this.counts[tenths] ?? 0) * (Math.round(tenths / 10 / frame_ms) - 1);
    const taken = {
      frame_ms,
      frames: this.frames,
      missed: Math.max(0, Math.round(missed)),
      longest_ms: Math.round(this.longest * 10) / 10,
    };
    this.counts.fill(0);
    this.frames = 0;
    this.longest = 0;
    this.long = { frames: 0, ms: 0 };
    return taken;
  }

  private add(ms: number): void {
    const tenths = Math.round(ms * 10);
    // A second callback in the same frame is ignored.
    if (tenths <= 0) return;
    this.frames += 1;
    if (ms > this.longest) this.longest = ms;
    const { stretch } = this;
    stretch.frames += 1;
    if (ms > this.slowMs) {
      stretch.slow.frames += 1;
      stretch.slow.ms += ms;
    }
    if (ms > stretch.longest_ms) stretch.longest_ms = ms;
    if (tenths < mostTenths) this.counts[tenths] = (this.counts[tenths] ?? 0) + 1;
    else this.long = { frames: this.long.frames + 1, ms: this.long.ms + ms };
  }

  private median(): number {
    let left = this.frames / 2;
    for (let tenths = 1; tenths < mostTenths; tenths++) {
      left -= this.counts[tenths] ?? 0;
      if (left <= 0) return tenths / 10;
    }
    return Math.round((this.long.ms / this.long.frames) * 10) / 10;
  }
}

/** Returns the number of frames that were missed in a period. */
export const missedDisplayFramesIn = ({ slow }: DisplayFramePeriod, frame_ms: number): number =>
  Math.max(0, Math.round(slow.ms / frame_ms) - slow.frames);
