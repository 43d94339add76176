import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, pageSchemaOf } from '../base/fields';
import { runtimeLimits } from './limits';
import { rehearsalLimits, rehearsalOutcomes, rehearsalModes } from './rehearsal-limits';
import { RunEnvironment, SentRecord, StartedRun, RunWriterId } from './runtime';

/*
 * A rehearsal: simulated participants go through a study in its researcher's own browser, before
 * the first participant. Their records have a log of their own, so that code which reads or counts
 * runs of participants cannot include them by mistake (docs/decisions/builder-and-rehearsals.md).
 */

export const RehearsalMode = z.enum(rehearsalModes);

/** A simulated participant of a rehearsal, and its result. */
export const RehearsalRun = z
  .object({
    _id: Id,
    /**
     * The number of the simulated participant, from 1. The study gets the pseudonym `simulated001`.
     */
    number: z.int(),
    /** How the simulated participant ended; null while it is running. */
    outcome: z.enum(rehearsalOutcomes).nullable(),
    /**
     * How many records are stored: those of trials, those of events (such as an error, or leaving
     * the window), and the end record.
     */
    records: z.int(),
    /**
     * How many of the records are events: errors, leaving the window, skipped parts. Null until the
     * run has ended.
     */
    events: z.int().nullable(),
    /** How many of the records are placeholders for a record that could not be stored. */
    lost: z.int(),
    bytes: z.int(),
    errors: z.int(),
    /** The name of the condition that was drawn for this simulated participant. */
    condition: z.string().nullable(),
    /**
     * How many milliseconds the simulated participant took from the first page to the end, as the
     * browser measured them.
     */
    ms: z.int().nullable(),
    /** The sum of the response times that jsPsych simulated. */
    answers_ms: z.int().nullable(),
    /** Plugins that cannot be simulated: their trials were skipped. */
    not_simulated: z.array(z.string()),
    /** Pages of a JATOS study on which nothing could be simulated and which were skipped. */
    passed_pages: z.array(z.string()),
    /**
     * The plugin of the trial at which the simulated participant got stuck; null if jsPsych did not
     * even begin.
     */
    stuck_at: z.string().nullable(),
  })
  .meta({ id: 'RehearsalRun' });
export type RehearsalRun = z.output<typeof RehearsalRun>;

const Spread = z.object({ least: z.int(), median: z.int(), most: z.int() });

/**
 * What a rehearsal shows about its study. Figures such as `records` and `ms` include only the
 * simulated participants that finished.
 */
export const RehearsalSummary = z.object({
  completed: z.int(),
  records: Spread.nullable(),
  /** How many records the completed runs have, not counting events. */
  expected: Spread.nullable(),
  ms: Spread.nullable(),
  answers_ms: Spread.nullable(),
  lost: z.int(),
  conditions: z.array(z.object({ name: z.string(), share: z.int(), runs: z.int() })),
  not_simulated: z.array(z.object({ plugin: z.string(), runs: z.int() })),
  passed_pages: z.array(z.object({ page: z.string(), runs: z.int() })),
  errors: z.array(
    z.object({
      message: z.string(),
      file: z.string().nullable(),
      line: z.int().nullable(),
      runs: z.int(),
    }),
  ),
});
export type RehearsalSummary = z.output<typeof RehearsalSummary>;

export const Rehearsal = z
  .object({
    _id: Id,
    study_id: Id,
    version_id: Id,
    mode: RehearsalMode,
    /**
     * How many simulated participants the researcher requested; `runs` contains those that have
     * begun.
     */
    participants: z.int(),
    runs: z.array(RehearsalRun),
    summary: RehearsalSummary,
    made_at: Instant,
    /** The time at which the server deletes the rehearsal. */
    expires_at: Instant,
  })
  .meta({ id: 'Rehearsal' });
export type Rehearsal = z.output<typeof Rehearsal>;

const run = { ...signedIn, policy: 'rehearsal.run' } as const;
const read = { ...signedIn, policy: 'rehearsal.read' } as const;

/**
 * The rehearsal uses the study's current version. If the study already has five rehearsals, the oldest one is
 * deleted.
 */
export const makeRehearsal = endpoint('POST', '/api/studies/{id}/rehearsals/', {
  summary: 'Begins a rehearsal of the study with simulated participants',
  access: run,
  params: IdParams,
  body: z.strictObject({
    participants: z.int().min(1).max(rehearsalLimits.participants),
    mode: RehearsalMode,
  }),
  replies: { 201: Rehearsal },
  errors: ['forbidden', 'study_archived', 'nothing_to_rehearse'],
});
export const listRehearsals = endpoint('GET', '/api/studies/{id}/rehearsals/', {
  summary: 'The rehearsals of the study, the newest first',
  access: read,
  params: IdParams,
  replies: { 200: pageSchemaOf(Rehearsal) },
  errors: ['forbidden'],
});
export const readRehearsal = endpoint('GET', '/api/rehearsals/{id}/', {
  summary: 'A rehearsal, and what it tells about the study',
  access: read,
  params: IdParams,
  replies: { 200: Rehearsal },
});
export const deleteRehearsal = endpoint('DELETE', '/api/rehearsals/{id}/', {
  summary: 'Deletes a rehearsal with everything that its simulated participants recorded',
  access: run,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden'],
});

/**
 * Starts the run of the next simulated participant, and stops a run that is still open. The page
 * makes a new `writer` for each simulated participant; a repeated call with the same `writer`
 * changes nothing.
 * - `run_ended`: all requested simulated participants have begun.
 * - `run_full`: the rehearsal has reached its size limit.
 */
export const startRehearsalRun = endpoint('POST', '/api/rehearsals/{id}/runs/', {
  summary: 'Starts the next simulated participant',
  access: run,
  params: IdParams,
  body: z.strictObject({ writer: RunWriterId, environment: RunEnvironment }),
  replies: { 200: StartedRun.extend({ number: z.int() }).meta({ id: 'StartedRehearsalRun' }) },
  errors: ['forbidden', 'run_ended', 'run_full', 'nothing_to_rehearse', 'storage_full'],
});
/**
 * Stores records of a simulated participant, with the same checks as for the records of a
 * participation.
 */
export const storeRehearsalRecords = endpoint('POST', '/api/rehearsals/{id}/trials/', {
  summary: 'Stores records of a simulated participant',
  access: run,
  params: IdParams,
  bodyBytes: runtimeLimits.recordsRequestBytes,
  body: z.strictObject({
    run_id: Id,
    writer: RunWriterId,
    trials: z.array(SentRecord).min(1).max(runtimeLimits.recordsAtOnce),
  }),
  replies: { 200: z.object({ stored_through: z.int() }).meta({ id: 'RehearsedThrough' }) },
  errors: ['forbidden', 'record_differs', 'record_gap', 'run_full', 'run_ended', 'taken_over'],
});
/**
 * Ends a run. The server refuses `completed` until it has stored everything that the study
 * recorded. The same rule exists for participations. All other outcomes end the run. A completed
 * run stays completed.
 */
export const endRehearsalRun = endpoint('PUT', '/api/rehearsals/{id}/runs/{run}/', {
  summary: 'Says how a simulated participant ended',
  access: run,
  params: IdParams.extend({ run: Id }),
  body: z.strictObject({
    outcome: z.enum(rehearsalOutcomes),
    ms: z.int().min(0).max(rehearsalLimits.ms),
    answers_ms: z.int().min(0).max(rehearsalLimits.ms).nullable(),
    not_simulated: z
      .array(z.string().min(1).max(rehearsalLimits.pluginName))
      .max(rehearsalLimits.plugins),
    passed_pages: z
      .array(z.string().min(1).max(rehearsalLimits.pageName))
      .max(rehearsalLimits.pages)
      .default([]),
    stuck_at: z.string().max(rehearsalLimits.pluginName).nullable(),
  }),
  replies: { 200: RehearsalRun },
  errors: ['forbidden', 'data_incomplete'],
});
