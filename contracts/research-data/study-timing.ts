import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';

/* What the pages of a study measured of their timing, in bands (docs/decisions/run-monitoring-and-timing.md). */

/** Of the frames that a display would have shown, the share that did not come, in per cent. */
export const missedShares = ['none', 'below_0_1', 'below_1', 'below_5', 'from_5'] as const;
/** The smallest step of the page's clock: at most 0.02, 0.2, 1.1 milliseconds, or more. */
export const clockSteps = ['to_0_02', 'to_0_2', 'to_1', 'above_1'] as const;
/** How often the page was busy for more than 50 ms; `unknown`: the browser does not tell. */
export const longTaskCounts = ['none', 'to_5', 'to_20', 'above_20', 'unknown'] as const;
/** How often the study's window lost the focus. */
export const focusLostCounts = ['none', 'once', 'to_5', 'above_5'] as const;
/** Whether a run took far less time than the others (`fast` in contracts/runtime/runs.ts). */
export const paces = ['fast', 'usual'] as const;

const notTold = 'not_told' as const;
const counted = <const Band extends z.ZodType<string>>(band: Band) =>
  z.array(z.object({ band, runs: z.int().min(1) }));
const among = <const Bands extends readonly [string, ...string[]]>(bands: Bands) =>
  counted(z.enum([...bands, notTold]));

/**
 * How many runs are in which band, the bands in their order. `not_told`: of an anonymous session, bands
 * that fewer than five people share together with what exports tell beside them.
 */
export const TimingMeasures = z.object({
  /** Of those that were measured: a usual refresh rate in Hertz, `other`, or `not_told`. */
  refresh_hz: counted(z.string().regex(/^(\d+|other|not_told)$/)),
  missed: among(missedShares),
  clock: among(clockSteps),
  long_tasks: among(longTaskCounts),
  /** Of all that count: whether pages were isolated, so that clocks have finer steps. */
  isolated: among(['yes', 'no']),
  focus_lost: among(focusLostCounts),
  /** Of those whose time is known and is compared with that of enough others. */
  pace: among(paces),
});
export type TimingMeasures = z.output<typeof TimingMeasures>;

export const SessionTiming = z
  .object({
    session_id: Id,
    /** Finished runs that are counted here, and those of them whose pages measured anything. */
    runs: z.int(),
    measured: z.int(),
    /**
     * Finished runs that are not: their records are still being put together, or their moment would tell
     * who it is. Those of anonymous sessions are counted some days later, five people at a time.
     */
    not_counted: z.int(),
    measures: TimingMeasures,
  })
  .meta({ id: 'SessionTiming' });
export type SessionTiming = z.output<typeof SessionTiming>;

export const readStudyTiming = endpoint('GET', '/api/studies/{id}/timing/', {
  summary: 'How exactly the pages of a study could show and measure, by session, as counts of runs',
  access: { ...researchersOnly, policy: 'study_data.export' },
  params: IdParams,
  replies: { 200: z.object({ sessions: z.array(SessionTiming) }) },
  errors: ['forbidden', 'too_many_requests'],
});
