import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';

/*
 * How precise the timing of a study's pages was, as the pages measured it. The figures are counts
 * of runs in bands, such as "1 to 5 %" (docs/decisions/run-monitoring-and-timing.md).
 */

/** The share of dropped frames among those that the display would have shown, in per cent. */
export const missedFrameShares = ['none', 'below_0_1', 'below_1', 'below_5', 'from_5'] as const;
/** The smallest step of the page's clock: at most 0.02, 0.2 or 1.1 ms, or more than 1.1 ms. */
export const clockResolutions = ['to_0_02', 'to_0_2', 'to_1', 'above_1'] as const;
/** How often the page was busy for more than 50 ms; `unknown`: the browser does not report it. */
export const longTaskCounts = ['none', 'to_5', 'to_20', 'above_20', 'unknown'] as const;
/** How often the study's window lost the focus. */
export const focusLostCounts = ['none', 'once', 'to_5', 'above_5'] as const;
/** Whether a run took far less time than comparable runs (`fast` in contracts/runtime/runs.ts). */
export const runPaces = ['fast', 'usual'] as const;

const notTold = 'not_told' as const;
const counted = <const Band extends z.ZodType<string>>(band: Band) =>
  z.array(z.object({ band, runs: z.int().min(1) }));
const among = <const Bands extends readonly [string, ...string[]]>(bands: Bands) =>
  counted(z.enum([...bands, notTold]));

/**
 * How many runs fall into each band, in the order of the bands. In an anonymous session, a run
 * counts in its band only if at least five people have this band and equal exported
 * characteristics. All other runs count as `not_told`.
 */
export const TimingMeasures = z.object({
  /**
   * How many runs had each refresh rate, as measured: a common rate in Hertz, `other`, or
   * `not_told`.
   */
  refresh_hz: counted(z.string().regex(/^(\d+|other|not_told)$/)),
  missed: among(missedFrameShares),
  clock: among(clockResolutions),
  long_tasks: among(longTaskCounts),
  /** How many runs had cross-origin isolated pages, which measure with finer clocks. */
  isolated: among(['yes', 'no']),
  focus_lost: among(focusLostCounts),
  /**
   * How many runs were fast. A run counts only if its duration is known, and if its session and
   * condition have enough other finished runs to compare it with.
   */
  pace: among(runPaces),
});
export type TimingMeasures = z.output<typeof TimingMeasures>;

export const SessionTiming = z
  .object({
    session_id: Id,
    /** How many finished runs are counted here, and for how many of them the pages measured anything. */
    runs: z.int(),
    measured: z.int(),
    /**
     * How many finished runs are not counted: the server has not evaluated their records yet, or
     * the change of the counts would reveal when the participant took part. Runs of anonymous
     * sessions are counted some days later, five people at a time.
     */
    not_counted: z.int(),
    measures: TimingMeasures,
  })
  .meta({ id: 'SessionTiming' });
export type SessionTiming = z.output<typeof SessionTiming>;

export const readStudyTiming = endpoint('GET', '/api/studies/{id}/timing/', {
  summary: 'How exactly the pages of a study could show and measure, by session, as counts of runs',
  access: { ...studyBuildersOnly, policy: 'study_data.export' },
  params: IdParams,
  replies: { 200: z.object({ sessions: z.array(SessionTiming) }) },
  errors: ['forbidden', 'too_many_requests'],
});
