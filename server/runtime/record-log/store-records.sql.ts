import { prepared } from '../../platform/db/prepared';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import type { RunListEntry } from '../../../contracts/runtime/runs';
import { runtimeRateLimits } from '../runtime.rate-limits';
import { participantRunTables, rehearsalRunTables, type RunTables } from '../run/run-tables';

/**
 * The result of storing a batch; `state` is null if the run does not exist, or another transaction
 * has locked it.
 */
export interface StoreRecordsResult {
  id: string;
  known: boolean;
  /** The id of the participation, or of the rehearsal. */
  subject_id: string | null;
  writer: string | null;
  state: RunListEntry['state'] | null;
  stored_through: number | null;
  bytes: number | null;
  /** How many announced files are incomplete; `file_bytes`: the bytes of all announced files. */
  files_due: number | null;
  file_bytes: number | null;
  stored: boolean;
}

/** The parts of the SQL statement that are needed only for batches with events, or with files. */
type Parts = Readonly<
  Record<'lists' | 'columns' | 'held' | 'before' | 'fits' | 'files' | 'counts', string>
>;

/** How many different errors of a run are stored with their text. */
const mostErrors = 100;

/**
 * SQL that stores the batches of many runs by one statement, and so by one commit. For each run it
 * stores either the whole batch or nothing. It checks each run's row after locking it, so that if
 * two servers have the same batch, the second finds it stored. It leaves out rows that another
 * transaction has locked, so that no batch waits for them.
 *
 * Parameters, each a list with one value for each batch unless stated otherwise: $1 ids of the
 * runs; $2 ids of their participations or rehearsals; $3 writers; $4 and $5 the first and last
 * sequence number; $6 and $7 where the encoded records begin in $14 (from 1), and their length; $8
 * where the hashes begin in $13; $9 bytes of data; $10 the most bytes that the run may have; $11
 * how many records are lost; $12 the last hash that a `finish` record states, in hexadecimal
 * digits, else ''. $13 is one value: the hashes of all records, 32 bytes each. $14: all encoded
 * records. $15: now.
 *
 * Batches with events (events.rule.ts) need a longer statement; most batches have none. $16 and
 * $17: how many errors, and how often the focus was lost. $18 to $22 have one value for each
 * different error of a run: runs, hashes, messages, files and lines. The last parameter of the
 * statement has the kinds of these errors; rehearsals store none.
 *
 * Batches that announce files (run-files/files.rule.ts) add: $23 how many files the batch announces
 * or gives up; $24 the bytes of the announced files. $25 to $30 have one value for each announced
 * file: runs, hashes, names, types, bytes and states. $31 and $32: runs and hashes of the files
 * that are given up.
 */
const textOf = (of: RunTables, more: Parts, errors: string): string => `WITH asked AS MATERIALIZED (
     SELECT a.*, substr($13::bytea, a.hashes_at, 32 * (a.last - a.first + 1)) AS hashes
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::int[], $7::int[],
       $8::int[], $9::int[], $10::int[], $11::int[], $12::text[]${more.lists})
       AS a (id, subject_id, writer, first, last, frames_at, frames_bytes, hashes_at, bytes, most, lost,
         finish${more.columns})
   ), locked AS MATERIALIZED (
     SELECT r.id, r.${of.subject} AS subject_id, r.writer, r.state, r.stored_through, r.bytes, r.head,
       ${of.files}${more.held}
     FROM ${of.run} r WHERE r.id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
   ), good AS MATERIALIZED (
     SELECT a.*, research.run_head(l.head, a.hashes) AS head${more.before}
     FROM asked a JOIN locked l ON l.id = a.id
     WHERE l.subject_id = a.subject_id AND l.writer = a.writer AND l.state = 'open'
       AND l.stored_through = a.first - 1 AND l.bytes + a.bytes <= a.most${more.fits}
       AND (a.finish = '' OR l.files_due = 0 AND decode(a.finish, 'hex')
         = research.run_head(l.head, substr(a.hashes, 1, 32 * (a.last - a.first))))
   )${more.files}, moved AS (
     UPDATE ${of.run} r
     SET stored_through = g.last, head = g.head, bytes = r.bytes + g.bytes, lost = r.lost + g.lost,
       state = CASE WHEN g.finish = '' THEN r.state ELSE 'finished' END,
       last_day = ($15::timestamptz AT TIME ZONE 'UTC')::date,
       last_contact = CASE WHEN r.last_contact IS NOT NULL AND g.finish = '' THEN $15::timestamptz END${more.counts}
     FROM good g WHERE r.id = g.id
     RETURNING r.id
   ), added AS (
     INSERT INTO ${of.chunk} (run_id, first, last, frames)
     SELECT g.id, g.first, g.last, substr($14::bytea, g.frames_at, g.frames_bytes) FROM good g
   )${errors}
   SELECT a.id, EXISTS (SELECT FROM ${of.run} k WHERE k.id = a.id) AS known,
     l.subject_id, l.writer, l.state, l.stored_through, l.bytes, l.files_due, l.file_bytes,
     m.id IS NOT NULL AS stored
   FROM asked a LEFT JOIN locked l ON l.id = a.id LEFT JOIN moved m ON m.id = a.id`;

const withoutEvents: Parts = {
  lists: '',
  columns: '',
  held: '',
  before: '',
  fits: '',
  files: '',
  counts: '',
};
const withEvents: Parts = {
  lists: ', $16::int[], $17::int[]',
  columns: ', errors, focus_lost',
  held: ', r.errors',
  before: ', l.errors AS errors_before',
  fits: '',
  files: '',
  counts: ', errors = r.errors + g.errors, focus_lost = r.focus_lost + g.focus_lost',
};
/**
 * SQL for the kinds of errors (their column, parameter and value) and for the day of an error;
 * rehearsals store neither.
 */
type Kinds = Readonly<Record<'column' | 'list' | 'value' | 'dayColumn' | 'day', string>>;
const told = (of: RunTables, kind: Kinds): string => `, told AS (
     INSERT INTO ${of.error} (run_id, hash, message, file, line${kind.column}${kind.dayColumn})
     SELECT e.run_id, decode(e.hash, 'hex'), e.message, e.file, e.line${kind.value}${kind.day}
     FROM unnest($18::uuid[], $19::text[], $20::text[], $21::text[], $22::int[]${kind.list})
       AS e (run_id, hash, message, file, line${kind.column})
       JOIN good g ON g.id = e.run_id
     WHERE g.errors_before < ${mostErrors}
     ON CONFLICT DO NOTHING
   )`;
const noKinds: Kinds = { column: '', list: '', value: '', dayColumn: '', day: '' };
const withKinds: Kinds = {
  column: ', kind',
  list: ', $23::text[]',
  value: ', e.kind',
  dayColumn: ', day',
  day: ", ($15::timestamptz AT TIME ZONE 'UTC')::date",
};
const kindsBehindFiles: Kinds = {
  column: ', kind',
  list: ', $33::text[]',
  value: ', e.kind',
  dayColumn: ', day',
  day: ", ($15::timestamptz AT TIME ZONE 'UTC')::date",
};
/**
 * The parts of the statement for batches that announce files. If a file is announced twice, the
 * first announcement counts.
 */
const withFiles: Parts = {
  lists: ', $16::int[], $17::int[], $23::int[], $24::int[]',
  columns: ', errors, focus_lost, tells_files, announced_bytes',
  held: ', r.errors',
  before: ', l.errors AS errors_before',
  fits: ` AND l.file_bytes + a.announced_bytes <= ${runtimeLimits.runFilesBytes}
       AND (SELECT count(*) FROM research.run_file n WHERE n.run_id = l.id)
         + (SELECT count(*) FROM unnest($25::uuid[]) n (run_id) WHERE n.run_id = l.id) <= ${runtimeRateLimits.files}
       AND (a.finish = '' OR a.tells_files = 0)`,
  counts: `, errors = r.errors + g.errors, focus_lost = r.focus_lost + g.focus_lost,
       files_due = r.files_due
         + (SELECT count(*) FROM announced f WHERE f.run_id = g.id AND f.state = 'due')
         - (SELECT count(*) FROM given_up f WHERE f.run_id = g.id),
       file_bytes = r.file_bytes
         + (SELECT coalesce(sum(f.bytes), 0) FROM announced f WHERE f.run_id = g.id)`,
  files: `, announced AS (
     INSERT INTO research.run_file (run_id, sha256, name, type, bytes, state)
     SELECT f.run_id, decode(f.sha256, 'hex'), f.name, f.type, f.bytes, f.state
     FROM unnest($25::uuid[], $26::text[], $27::text[], $28::text[], $29::int[], $30::text[])
       AS f (run_id, sha256, name, type, bytes, state)
       JOIN good g ON g.id = f.run_id
     ON CONFLICT DO NOTHING
     RETURNING run_id, state, bytes
   ), given_up AS (
     UPDATE research.run_file f SET state = 'given_up'
     FROM unnest($31::uuid[], $32::text[]) AS u (run_id, sha256) JOIN good g ON g.id = u.run_id
     WHERE f.run_id = u.run_id AND f.sha256 = decode(u.sha256, 'hex') AND f.state = 'due'
     RETURNING f.run_id
   )`,
};

export const storeRecordsSql = textOf(participantRunTables, withoutEvents, '');
export const storeRecords = prepared<StoreRecordsResult>('store-records', storeRecordsSql);
export const storeRecordsWithEvents = prepared<StoreRecordsResult>(
  'store-records-with-events',
  textOf(participantRunTables, withEvents, told(participantRunTables, withKinds)),
);
export const storeRehearsedRecords = prepared<StoreRecordsResult>(
  'store-rehearsed',
  textOf(rehearsalRunTables, withoutEvents, ''),
);
export const storeRehearsedWithEvents = prepared<StoreRecordsResult>(
  'store-rehearsed-with-events',
  textOf(rehearsalRunTables, withEvents, told(rehearsalRunTables, noKinds)),
);
export const storeRecordsWithFiles = prepared<StoreRecordsResult>(
  'store-records-with-files',
  textOf(participantRunTables, withFiles, told(participantRunTables, kindsBehindFiles)),
);
