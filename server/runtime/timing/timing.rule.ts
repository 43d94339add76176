import { TimingEvent } from '../../../contracts/runtime/timing';
import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isJsonObject, parseExactJson } from '../record-format/json.rule';

interface OneRecord {
  readonly kind: RecordKind;
  readonly data: string;
}
/** The measurements of all pages of a run, summed up. */
export type RunTiming = Omit<TimingEvent, 'type' | 'ms'> & {
  /** How long the run's pages were open, in milliseconds; null when not all of them reported it. */
  readonly ms: number | null;
};

/**
 * Whether a record has the form of the measurements that our script sends. In an anonymous session,
 * such records are not shown with a run, since a participant with a rare display could be
 * recognised in another study.
 */
export function isTimingRecord({ kind, data }: OneRecord): boolean {
  if (kind !== 'event') return false;
  const value = parseExactJson(data);
  return isJsonObject(value) && (value.type === 'timing' || value.type === 'trial_timing');
}

/** Sums up the timing records of a run. @returns null where nothing was measured */
export function timingOf(records: readonly OneRecord[]): RunTiming | null {
  const parts = records.flatMap((record) => {
    const part = isTimingRecord(record)
      ? TimingEvent.safeParse(parseExactJson(record.data)).data
      : undefined;
    return part ? [part] : [];
  });
  const longest = parts.reduce<TimingEvent | undefined>(
    (most, part) => (most && most.frames >= part.frames ? most : part),
    undefined,
  );
  if (!longest) return null;
  const sum = (of: (part: TimingEvent) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const audio = parts.findLast((part) => part.audio !== undefined)?.audio;
  const known = parts.every(({ long_tasks }) => long_tasks !== null);
  return {
    // The pages of a run may be on different displays. The page with the most frames counts.
    frame_ms: longest.frame_ms,
    frames: sum(({ frames }) => frames),
    missed: sum(({ missed }) => missed),
    longest_ms: Math.max(...parts.map(({ longest_ms }) => longest_ms)),
    clock_ms: Math.max(...parts.map(({ clock_ms }) => clock_ms)),
    long_tasks: known ? sum(({ long_tasks }) => long_tasks ?? 0) : null,
    ...(audio && { audio }),
    ms: parts.every(({ ms }) => ms !== undefined) ? sum(({ ms }) => ms ?? 0) : null,
  };
}

/** Usual refresh rates of displays. */
const rates = [24, 30, 48, 50, 60, 72, 75, 85, 90, 100, 120, 144, 165, 180, 240, 360, 480, 500];
const near = 0.04;

/** Returns the nearest usual refresh rate in Hertz; null if no usual rate is near. */
export function nearestRefreshRate({ frame_ms }: Pick<RunTiming, 'frame_ms'>): number | null {
  const measured = 1000 / frame_ms;
  const off = (rate: number) => Math.abs(measured - rate) / rate;
  const nearest = rates.reduce((best, rate) => (off(rate) < off(best) ? rate : best));
  return off(nearest) <= near ? nearest : null;
}

export const missedFrameBandNames = [
  'none',
  'under 0.1 %',
  'under 1 %',
  'under 5 %',
  '5 % or more',
] as const;
export type MissedFrameBandName = (typeof missedFrameBandNames)[number];

/** Returns the band of the share of missed frames among all frames that the display could show. */
export function missedFramesBand({
  frames,
  missed,
}: Pick<RunTiming, 'frames' | 'missed'>): MissedFrameBandName {
  const share = missed / (frames + missed);
  if (share === 0) return 'none';
  if (share < 0.001) return 'under 0.1 %';
  if (share < 0.01) return 'under 1 %';
  return share < 0.05 ? 'under 5 %' : '5 % or more';
}

const audioBands = ['under 20 ms', 'under 50 ms', 'under 100 ms', '100 ms or more'] as const;
export type AudioLatencyBand = (typeof audioBands)[number];

/**
 * Returns the band of the audio latency that the browser reported; null if no sound was played.
 */
export function audioLatencyBand({ audio }: Pick<RunTiming, 'audio'>): AudioLatencyBand | null {
  if (!audio) return null;
  const ms = audio.base_ms + (audio.output_ms ?? 0);
  if (ms < 20) return 'under 20 ms';
  if (ms < 50) return 'under 50 ms';
  return ms < 100 ? 'under 100 ms' : '100 ms or more';
}
