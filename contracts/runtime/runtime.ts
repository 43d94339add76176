import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Sha256 } from '../base/fields';
import { runtimeLimits } from './limits';
import { HostedResumeSettings } from '../study-files/hosted-runtime';

/*
 * The record log of a study that runs on this server (docs/decisions/record-log.md). A run is one
 * attempt of a participation. It consists of records with the numbers 1, 2, 3 … without gaps, and
 * no record ever changes. `head` is a hash over all records: it starts as 32 zero bytes, and each
 * record makes it sha256(head ‖ sha256(data)).
 */

/**
 * The kinds of records; `data` is text from the study, except:
 *
 * - `amend` contains the final data of a trial that the study changed after it was recorded. It is
 *   JSON: `trial` is the index of the trial within its attempt, from 0; `data` are the final data.
 * - `file` announces a file of the run (contracts/runtime/run-files.ts). Its data are a `FileRecord` as JSON.
 * - `finish` is the last one. Its data are a `FinishRecord` as JSON.
 * - `lost` replaces a record that the server refuses. Either the record is invalid (the error
 *   `validation_failed` names it as `trials.N.data`), or the run is full. The data of `lost` are a
 *   `LostRecord` as JSON. It has the number of the refused record, so that the server can store the
 *   records with higher numbers.
 */
export const recordKinds = [
  'trial',
  'text',
  'amend',
  'state',
  'event',
  'file',
  'lost',
  'finish',
] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.output<typeof RecordKind>;

/**
 * The last record of a run: how many records precede it, and the head of their hash chain; the server compares both
 * with its own values.
 */
export const FinishRecord = z.strictObject({ count: z.int().min(0), head: Sha256 });
export type FinishRecord = z.output<typeof FinishRecord>;
/**
 * Describes data that could not be stored: their number of bytes in UTF-8, and their hash. The
 * reason `file_gone` means that the participant's browser no longer has a file that the run
 * announced; then `kind` is `file`, and `bytes` and `sha256` describe this file.
 */
export const LostRecord = z.strictObject({
  kind: RecordKind.exclude(['lost', 'finish']),
  bytes: z.int().min(0),
  sha256: Sha256,
  reason: z.enum(['too_long', 'invalid_text', 'run_full', 'file_gone']),
});
export type LostRecord = z.output<typeof LostRecord>;
/**
 * Why a preloaded file did not arrive. `blocked`: the browser got no response to its requests for
 * the file, although it could reach the server; probably the browser or the network blocks the
 * file. `incomplete`: all other cases.
 */
export const loadFailureReasons = ['blocked', 'incomplete'] as const;
export type LoadFailureReason = (typeof loadFailureReasons)[number];

/**
 * `data`: text, mostly JSON, that the server does not parse and returns byte for byte. It is
 * well-formed UTF-16 (a lone surrogate in JSON is written as an escape, as JSON.stringify does) and
 * has at most `record_bytes` bytes of UTF-8. `sha256` is the SHA-256 of these bytes.
 */
export const SentRecord = z.strictObject({
  seq: z.int().min(1).max(2_147_483_647),
  kind: RecordKind.default('trial'),
  data: z.string(),
  sha256: Sha256,
});
export type SentRecord = z.output<typeof SentRecord>;

/**
 * A random number by which a page identifies itself when it starts or continues a run. The page
 * that did so last is the run's writer: the server refuses records of all other pages.
 */
export const RunWriterId = z.string().regex(/^[0-9a-f]{32}$/, { error: 'invalid' });

/** The participant's browser and device, only in coarse classes that identify no participant. */
export const RunEnvironment = z.strictObject({
  device: z.enum(['desktop', 'tablet', 'phone', 'other']),
  browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other']),
  /** Whether the page was cross-origin isolated, which gives finer clocks. */
  isolated: z.boolean(),
});
export type RunEnvironment = z.output<typeof RunEnvironment>;

/**
 * The states of a run. `finished`: all data have arrived, and the participation can be completed.
 */
export const runStates = ['open', 'finished'] as const;

/**
 * Where in the study a participant who left and returns continues, and for how many hours this is
 * possible.
 */
export const RunResumeSettings = HostedResumeSettings;

export const StartedRun = z
  .object({
    _id: Id,
    /**
     * The number of the attempt, from 1; it increases each time the participant starts again from
     * the beginning.
     */
    attempt: z.int(),
    state: z.enum(runStates),
    stored_through: z.int(),
    /** The bytes of the data stored so far; the limit is `limits.run_bytes`. */
    stored_bytes: z.int(),
    head: Sha256,
    /** The pseudonym used in the study's exports, in hexadecimal digits. */
    participant: z.string(),
    /** The seed of the study's random numbers: the same at each start of the attempt. */
    seed: z.string(),
    /** The condition that was drawn at the start: its name under the key `name`, and its values. */
    condition: z.record(z.string(), z.json()).nullable(),
    /** Whether the study's page leaves the condition out of the recorded data. */
    blinded: z.boolean(),
    resume: RunResumeSettings,
    /** The address of the study's first page, valid for this run and some hours. */
    url: z.string(),
    /**
     * The files to load before the study starts, by their path below the address of the study's
     * files.
     */
    files: z.array(z.object({ path: z.string(), bytes: z.int() })),
    /**
     * Whether the study starts even if some of these files still fail to load after several tries.
     */
    begins_without: z.boolean(),
    limits: z.object({
      record_bytes: z.int(),
      /** The most bytes of the body of one request. */
      request_bytes: z.int(),
      records_at_once: z.int(),
      run_bytes: z.int(),
      run_records: z.int(),
      /** The most bytes of one file of the run, and of all its files. */
      file_bytes: z.int(),
      files_bytes: z.int(),
      /** The most files of the run. */
      files: z.int(),
    }),
  })
  .meta({ id: 'StartedRun' });
export type StartedRun = z.output<typeof StartedRun>;

/**
 * Starts or continues a run, which then accepts records only from the page with this `writer`.
 * - A repeated call with the same `writer` changes nothing. After a call with another `writer`, the
 *   earlier page gets `taken_over`.
 * - A new attempt starts if `attempt` is the number of the present attempt plus one, and the
 *   present attempt has not finished. The records of the earlier attempt stay.
 * - `run_full`: the attempts so far have reached the size limit of a participation.
 * - For a finished run, the response describes it, and nothing changes.
 */
export const startRun = endpoint('POST', '/api/participations/{id}/runs/', {
  summary: 'Starts the participation in a study that runs here, or goes on with it',
  access: { ...signedIn, policy: 'participation.run' },
  params: IdParams,
  body: z.strictObject({
    writer: RunWriterId,
    environment: RunEnvironment,
    attempt: z.int().min(1).max(runtimeLimits.runAttempts).optional(),
  }),
  replies: { 200: StartedRun },
  errors: ['illegal_transition', 'consent_invalid', 'session_not_active', 'run_ended', 'run_full'],
});

/**
 * Stores records; their numbers must continue without gaps. Records that are already stored under
 * the same hash are acknowledged and not stored again. Of a refused request, nothing is stored. The
 * refusals:
 * - `record_differs`: a stored number has another hash, or the count or head of the end record
 *   differs from the server's own;
 * - `record_gap` (with `stored_through`): a number follows after a gap;
 * - `run_full`: the run would exceed its size limit;
 * - `taken_over`: another page is now the writer of the run;
 * - `run_ended`: the run has ended;
 * - `data_incomplete`: the request contains the end record, but a file that the run announced is
 *   not complete, or the same request announces a file;
 * - `too_large`: the client must send fewer records at once.
 */
export const storeRecords = endpoint('POST', '/api/participations/{id}/trials/', {
  summary: 'Stores records of a run; the answer says up to which number all are stored',
  access: { ...signedIn, policy: 'participation.run' },
  params: IdParams,
  bodyBytes: runtimeLimits.recordsRequestBytes,
  body: z.strictObject({
    run_id: Id,
    writer: RunWriterId,
    trials: z.array(SentRecord).min(1).max(runtimeLimits.recordsAtOnce),
  }),
  replies: { 200: z.object({ stored_through: z.int() }).meta({ id: 'StoredThrough' }) },
  errors: [
    'record_differs',
    'record_gap',
    'run_full',
    'run_ended',
    'taken_over',
    'data_incomplete',
  ],
});
