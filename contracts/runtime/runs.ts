import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, PageQuery, pageSchemaOf } from '../base/fields';
import { RunEnvironment, runStates } from './runtime';

/* How researchers watch the runs of a session whose study runs on this server. */

/** A run as the researchers of the study see it. */
export const RunListEntry = z
  .object({
    _id: Id,
    /** The participant's tag in the session's roster. */
    tag: z.string(),
    attempt: z.int(),
    state: z.enum([...runStates, 'ended']),
    records: z.int(),
    /** How many of the records are placeholders for records that could not be stored. */
    lost: z.int(),
    bytes: z.int(),
    /**
     * Whether the run finished with its end record only. The number `expected_records` does not
     * matter for this.
     */
    no_records: z.boolean(),
    /** Whether the run finished with fewer records than a complete run of the study has. */
    few_records: z.boolean(),
    /**
     * How many errors the run had: errors of the study's code, files that were missing at the start, addresses
     * that were blocked or failed, and failures to start or to continue.
     */
    errors: z.int(),
    /**
     * How many distinct files the run requested that the study's version does not contain. Null in blinded sessions:
     * file names reveal conditions, and the list of errors contains the names.
     */
    missing_files: z.int().nullable(),
    /** How often the study's window lost the focus. */
    focus_lost: z.int(),
    /**
     * Whether the run finished in far less time than the other runs of its session and condition:
     * in less than half of their median time (`fastRunMedianShare`). The comparison needs ten runs
     * (`minRunsForComparison`). This is only a hint: no run is refused because of it. Null where
     * the caller may not learn names, since a researcher on site can see who was fast.
     */
    fast: z.boolean().nullable(),
    /**
     * Whether the run is open and has stopped sending: no record for five minutes or, where exact times are hidden,
     * none today.
     */
    stalled: z.boolean(),
    /** The browser and device. Null where names are hidden: a rare device would reveal the participant. */
    environment: RunEnvironment.nullable(),
    /** The days (UTC) of the start and of the last record. */
    day: z.iso.date(),
    last_day: z.iso.date(),
  })
  .meta({ id: 'RunLine' });
export type RunListEntry = z.output<typeof RunListEntry>;

/**
 * The share of the median time below which a run counts as fast, and how many finished runs the
 * comparison needs.
 */
export const fastRunMedianShare = 0.5;
export const minRunsForComparison = 10;

/**
 * Lists the runs of participants whom the roster names. It lists any other run only after the run's
 * last day, since an exact time would reveal the participant (docs/domain.md, 4). In `totals`, the
 * numbers `open`, `finished` and `ended` count all runs. `never_began` and `timed_out` say
 * themselves what they count. All other numbers count only the listed runs.
 */
export const listRuns = endpoint('GET', '/api/sessions/{id}/runs/', {
  summary: 'The runs of a session, in no order that tells anything',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'export', study: 'session' },
  },
  params: IdParams,
  query: z.object(PageQuery),
  replies: {
    200: pageSchemaOf(RunListEntry).extend({
      totals: z.object({
        open: z.int(),
        finished: z.int(),
        /**
         * How many runs ended because a later attempt replaced the run, or because the
         * participation ended.
         */
        ended: z.int(),
        with_lost_records: z.int(),
        /** How many runs finished with only their end record. */
        with_no_records: z.int(),
        /** How many runs finished with fewer records than a complete run of the study has. */
        with_few_records: z.int(),
        /** How many runs have `errors` or `missing_files`; live updates send the same number. */
        with_errors: z.int(),
        /** How many runs have missing files; `with_errors` includes these runs. */
        with_missing_files: z.int(),
        with_focus_lost: z.int(),
        /**
         * How many runs never showed anything to the participant, not even in a later attempt.
         * Counts the listed runs and the runs of `timed_out`.
         */
        never_began: z.int(),
        /** How many runs the list has. */
        listed: z.int(),
        /**
         * How many runs are open and not listed, although their participants timed out before the
         * current day (UTC). They are not listed, since these participants can still continue. The
         * list of errors includes the errors of these runs from earlier days.
         */
        timed_out: z.int(),
        /**
         * The number of fast runs. Null if the list does not show which runs were fast: the study's
         * timing page then shows the number later.
         */
        fast: z.int().nullable(),
        stalled: z.int(),
      }),
    }),
  },
  errors: ['forbidden'],
});

/**
 * The kinds of errors of a run:
 * - `error`: an error in the study's code;
 * - `missing_file`: a page requested a file that the version does not contain;
 * - `not_loaded`: a file that must load before the study starts did not arrive;
 * - `blocked`: the Content-Security-Policy blocked an address;
 * - `load_failed`: an address could not be loaded, or the browser could not use its content;
 * - `not_started`: the study showed nothing;
 * - `stuck`: the study stopped in the middle;
 * - `no_end`: the study did not signal its end, and the participant reported it instead.
 */
export const runErrorKinds = [
  'error',
  'missing_file',
  'not_loaded',
  'blocked',
  'load_failed',
  'not_started',
  'stuck',
  'no_end',
] as const;
export type RunErrorKind = (typeof runErrorKinds)[number];

/** An error that runs had: an error of the study's code, or a file that did not load. */
export const RunError = z
  .object({
    /** Identifies the error. Errors with equal kind, message, file and line have one id. */
    _id: z.string(),
    kind: z.enum(runErrorKinds),
    /**
     * The message of the error, by its kind:
     * - `error`: the message of the study's code;
     * - `missing_file`, `no_end`: empty;
     * - `not_loaded`: the reason (`LoadFailureReason` in contracts/runtime/runtime.ts);
     * - `blocked`, `load_failed`: the directive that blocked the address, or the element that
     *   requested it;
     * - `not_started`, `stuck`: `told` if the participant reported it, otherwise empty.
     */
    message: z.string(),
    /**
     * A file of the study, if the browser reported one; the path that the page requested; or an external address
     * without its query.
     */
    file: z.string().nullable(),
    line: z.int().nullable(),
    /** How many of the listed runs had the error. */
    runs: z.int(),
    /**
     * How often all these runs together requested a missing file; at most ten thousand requests of
     * each run count. Null for errors of the study's code.
     */
    times: z.int().nullable(),
  })
  .meta({ id: 'RunError' });
export type RunError = z.output<typeof RunError>;

/** Lists the errors of the runs that `GET /api/sessions/{id}/runs/` lists. */
export const listRunErrors = endpoint('GET', '/api/sessions/{id}/run-errors/', {
  summary:
    "Errors of the study's code, and files that runs of a session did not get, those of most runs first",
  access: { ...studyBuildersOnly, policy: 'session.manage' },
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(RunError) },
  errors: ['forbidden'],
});
