import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Page, pageOf } from '../base/fields';
import { RunEnvironment, runStates } from './runtime';

/* The runs of a session of a study that runs here, for those who watch it. */

/** A run as those see it who run the study. */
export const RunLine = z
  .object({
    _id: Id,
    /** The participant, as the session's roster has them. */
    tag: z.string(),
    attempt: z.int(),
    state: z.enum([...runStates, 'ended']),
    records: z.int(),
    /** Of the records, those that could not be stored. */
    lost: z.int(),
    bytes: z.int(),
    /** Finished with nothing but the record of its end, whatever the study expects. */
    no_records: z.boolean(),
    /** Finished with fewer records than the study says that a whole run has. */
    few_records: z.boolean(),
    /**
     * How many errors of the study's code it met, files that did not come before it began, addresses that
     * were blocked or failed, and how often it did not start or stopped.
     */
    errors: z.int(),
    /**
     * How many different files it asked for that the study's version does not have. Null in blinded
     * sessions: names of files tell conditions, and the list of errors has the names.
     */
    missing_files: z.int().nullable(),
    /** How often the study's window lost the focus. */
    focus_lost: z.int(),
    /**
     * Finished in far less time than the others of its session and condition: less than `fastBelow` of their
     * median, once there are `fewestCompared`. A hint, by which no run is refused. Null where no name may
     * be learnt: an observer at the door sees who was fast.
     */
    fast: z.boolean().nullable(),
    /** Open, and nothing comes: no record for five minutes, or where moments do not show, today. */
    stalled: z.boolean(),
    /** Null where no name may be learnt: a rare device would tell who it is. */
    environment: RunEnvironment.nullable(),
    /** The days (UTC) of its start and of the last record. */
    day: z.iso.date(),
    last_day: z.iso.date(),
  })
  .meta({ id: 'RunLine' });
export type RunLine = z.output<typeof RunLine>;

/** The share of the median time below which a run is fast, and among how many finished ones at least. */
export const fastBelow = 0.5;
export const fewestCompared = 10;

/**
 * Listed is each run whose participant the roster names, and of the others those whose last day is
 * over, since a moment tells who it was (docs/domain.md, 4). For the same reason `totals` count all
 * runs by their state alone, as the session's counts of people do, and of what is special about a run
 * only the listed ones.
 */
export const listRuns = endpoint('GET', '/api/sessions/{id}/runs/', {
  summary: 'The runs of a session, in no order that tells anything',
  access: {
    ...researchersOnly,
    policy: 'session.manage',
    token: { scope: 'export', study: 'session' },
  },
  params: IdParams,
  query: z.object(Page),
  replies: {
    200: pageOf(RunLine).extend({
      totals: z.object({
        open: z.int(),
        finished: z.int(),
        /** By a later attempt, or since the participation ended otherwise. */
        ended: z.int(),
        with_lost_records: z.int(),
        /** Finished with nothing but the record of its end. */
        with_no_records: z.int(),
        /** Finished with fewer records than the study says that a whole run has. */
        with_few_records: z.int(),
        /** With `errors` or `missing_files`; the live number of errors is the same. */
        with_errors: z.int(),
        /** Of those with errors. */
        with_missing_files: z.int(),
        with_focus_lost: z.int(),
        /** Of the listed and the timed out ones: of which nothing was to be seen, nor since, nor in a later attempt. */
        never_began: z.int(),
        /** How many are listed. */
        listed: z.int(),
        /**
         * Not listed, since they may go on, of participants whose time was over when the day began. What they told
         * before is counted in `never_began`, and listed among the errors.
         */
        timed_out: z.int(),
        /** Null where no line tells it; how many were, the study's timing tells five people at a time. */
        fast: z.int().nullable(),
        stalled: z.int(),
      }),
    }),
  },
  errors: ['forbidden'],
});

/**
 * `error`: of the study's code. `missing_file`: a page asked for a file that the version does not have.
 * `not_loaded`: a file that is loaded before the study begins did not come. `blocked`: the policy of the
 * study's files kept an address out. `load_failed`: an address did not come, or the browser could not use it.
 * `not_started`: nothing of the study was to be seen. `stuck`: it stopped in the middle.
 * `no_end`: the study did not say that it was over, and its participant said so instead.
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

/** What went wrong for runs: an error of the study's code, or a file that they did not get. */
export const RunError = z
  .object({
    /** The same for the same kind, message, file and line. */
    _id: z.string(),
    kind: z.enum(runErrorKinds),
    /**
     * Of a file that is missing, and of a study without an end, empty; of one that was not loaded, a `NotLoaded`
     * (contracts/runtime/runtime.ts). Of an address: the directive that blocked it, or the element that asked for it.
     * Of a study that did not start or that stopped: `told` where the participant reported it, else empty.
     */
    message: z.string(),
    /**
     * A file of the study's, where the browser told it; the path that was asked for; an address elsewhere,
     * without its query.
     */
    file: z.string().nullable(),
    line: z.int().nullable(),
    /** How many of the listed runs met it. */
    runs: z.int(),
    /** How often these runs asked for a missing file, ten thousand times each at most; null of errors. */
    times: z.int().nullable(),
  })
  .meta({ id: 'RunError' });
export type RunError = z.output<typeof RunError>;

/** Of the runs that `GET /api/sessions/{id}/runs/` lists. */
export const listRunErrors = endpoint('GET', '/api/sessions/{id}/run-errors/', {
  summary:
    "Errors of the study's code, and files that runs of a session did not get, those of most runs first",
  access: { ...researchersOnly, policy: 'session.manage' },
  params: IdParams,
  query: z.object(Page),
  replies: { 200: pageOf(RunError) },
  errors: ['forbidden'],
});
