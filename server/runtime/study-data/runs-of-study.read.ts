import type { RunListEntry } from '../../../contracts/runtime/runs';
import type { RunEnvironment, StartedRun } from '../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { showsNameSql } from '../../enrolment/rosters/shows-name.sql';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { TimingBands } from '../timing/timing-bands.rule';
import { decodeRecordFrames } from '../record-format/frames.rule';
import { parseRecordLines, decompressLog } from '../record-log/stored-records.read';

/** A run, with the properties that an export of the study's data needs. */
export interface StudyRun {
  readonly id: string;
  readonly participation_id: string;
  readonly session_id: string;
  readonly attempt: number;
  readonly state: RunListEntry['state'];
  readonly condition: StartedRun['condition'];
  readonly environment: RunEnvironment;
  /** How many bytes the data of all records have. */
  readonly bytes: number;
  /** The day (UTC) of the run's start; `last_day` is that of its last record. */
  readonly day: string;
  readonly last_day: string;
  /** How often the study's window lost the focus; `stored_through`: how many records are stored. */
  readonly focus_lost: number;
  readonly stored_through: number;
  /**
   * The index of the run's condition; `seconds`: its approximate duration, once that is known
   * (pace.rule.ts).
   */
  readonly cell: number | null;
  readonly seconds: number | null;
}

/**
 * Decompresses the stored data of a run, and returns a function that parses them. Runs are parsed
 * one at a time, since a run's bytes take a fraction of the memory of its parsed records. Both
 * functions throw where the bytes are corrupt.
 */
export type StoredRunReader = () => Promise<() => StoredRecord[]>;

/** The role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';

const columns = `r.id, r.participation_id, r.session_id, r.attempt, r.state, r.condition, r.environment,
       r.bytes, r.day::text AS day, r.last_day::text AS last_day,
       r.focus_lost, r.stored_through, r.cell,
       (SELECT (l.timing->>'seconds')::int FROM research.run_log l WHERE l.run_id = r.id) AS seconds`;

export interface SampledSession {
  readonly id: string;
  readonly privacy_level: PrivacyLevel;
}

/**
 * SQL condition: whether an export may contain a run `r` now. `s.level` is the privacy level of the
 * session of the run. $3: today, $4: whether the reader may see names.
 */
export const mayBeExportedSql = `(r.state <> 'open' AND r.last_day < $3::date
         OR $4::boolean AND ${showsNameSql('s.level', 'r.participation_id')})`;

/**
 * Reads a sample of at most `most` runs that an export may contain now: the runs with the lowest
 * ids. Ids are random, so the sample is random. A repeated call reads the same sample. In each
 * session, the query stops after `most` runs, so it need not read all runs.
 */
export const sampleRunsOf = (
  snapshot: Snapshot,
  sessions: readonly SampledSession[],
  { sees_names, today, most }: { sees_names: boolean; today: string; most: number },
): Promise<StudyRun[]> =>
  snapshot.query<StudyRun>(
    `SELECT f.* FROM unnest($1::uuid[], $2::text[]) AS s (id, level)
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM research.run r
       WHERE r.session_id = s.id AND ${mayBeExportedSql}
       ORDER BY r.id LIMIT $5::int) f
     ORDER BY f.id LIMIT $5::int`,
    [
      sessions.map(({ id }) => id),
      sessions.map(({ privacy_level }) => privacy_level),
      today,
      sees_names,
      most,
    ],
    role,
  );

/** Reads the runs one page at a time, in no particular order. */
export const runsOfSessions = (
  snapshot: Snapshot,
  sessionIds: readonly string[],
): AsyncGenerator<StudyRun[]> =>
  snapshot.pages<StudyRun>(
    `SELECT ${columns}
     FROM research.run r WHERE r.session_id = ANY($1::uuid[])`,
    [sessionIds],
    role,
  );

/** A finished run, with the properties that can be counted without reading its records. */
export interface FinishedRun extends Pick<
  StudyRun,
  'participation_id' | 'session_id' | 'environment' | 'last_day'
> {
  readonly focus_lost: number;
  /** Whether the records are sealed: only then are the measurements stored. */
  readonly sealed: boolean;
  readonly timing: TimingBands | null;
  readonly cell: number | null;
}

export const finishedRuns = (
  snapshot: Snapshot,
  sessionIds: readonly string[],
): AsyncGenerator<FinishedRun[]> =>
  snapshot.pages<FinishedRun>(
    `SELECT r.participation_id, r.session_id, r.environment, r.last_day::text AS last_day,
       r.focus_lost, r.sealed_through = r.stored_through AS sealed, l.timing, r.cell
     FROM research.run r LEFT JOIN research.run_log l ON l.run_id = r.id
     WHERE r.session_id = ANY($1::uuid[]) AND r.state = 'finished'`,
    [sessionIds],
    role,
  );

interface Stored {
  readonly run_id: string;
  readonly first: number;
  readonly lines: Buffer | null;
  readonly frames: Buffer | null;
}

/**
 * Reads the stored records of participants' runs, still as bytes: the sealed logs and the chunks
 * after them.
 */
export const recordsOfRuns = (snapshot: Snapshot, runIds: readonly string[]) =>
  storedOf(
    snapshot.query<Stored>(
      `SELECT l.run_id, 0 AS first, l.lines, NULL::bytea AS frames FROM research.run_log l
       WHERE l.run_id = ANY($1::uuid[])
       UNION ALL
       SELECT c.run_id, c.first, NULL::bytea AS lines, c.frames FROM research.run_chunk c
       WHERE c.run_id = ANY($1::uuid[])
       ORDER BY first`,
      [runIds],
      role,
    ),
  );

/**
 * Like `recordsOfRuns`, for simulated participants. It must not run under the role
 * `commonlab_export`, which may not read the records of simulated participants.
 */
export const recordsOfRehearsalRuns = (snapshot: Snapshot, runIds: readonly string[]) =>
  storedOf(
    snapshot.query<Stored>(
      `SELECT c.run_id, c.first, NULL::bytea AS lines, c.frames FROM research.rehearsal_chunk c
       WHERE c.run_id = ANY($1::uuid[]) ORDER BY c.first`,
      [runIds],
    ),
  );

/**
 * @returns functions that read the records of each run, by the id of the run; runs without stored
 *   records are missing
 */
async function storedOf(found: Promise<Stored[]>): Promise<ReadonlyMap<string, StoredRunReader>> {
  const byRun = new Map<string, Stored[]>();
  for (const one of await found) {
    const parts = byRun.get(one.run_id);
    if (parts) parts.push(one);
    else byRun.set(one.run_id, [one]);
  }
  return new Map([...byRun].map(([id, parts]) => [id, () => unpacked(parts)]));
}

async function unpacked(parts: readonly Stored[]): Promise<() => StoredRecord[]> {
  const logs = await Promise.all(
    parts.map(({ lines }) => (lines ? decompressLog(lines) : Promise.resolve(null))),
  );
  return () =>
    parts.flatMap(({ first, frames }, i) => {
      const log = logs[i];
      if (log) return parseRecordLines(log);
      return frames ? numbered(first, frames) : [];
    });
}

const numbered = (first: number, frames: Buffer): StoredRecord[] =>
  decodeRecordFrames(frames).map(({ kind, data }, n) => ({
    ...{ seq: first + n, kind },
    data: data.toString('utf8'),
  }));

/**
 * Locks these runs until the transaction ends, so that no participant can withdraw their data
 * meanwhile.
 * @returns whether all of them still exist
 */
export async function lockRuns(tx: Transaction, runIds: readonly string[]): Promise<boolean> {
  const held = await tx.query(
    `SELECT id FROM research.run WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
    [runIds],
  );
  return held.length === runIds.length;
}
