import type { RunLine } from '../../../contracts/runs';
import type { RunEnvironment, StartedRun, StoredRecord } from '../../../contracts/runtime';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { TimingBands } from '../timing/timing-bands.rule';
import { readFrames } from './frames.rule';
import { unsealedTexts } from './stored-records.read';

/** A run as an export of the study's data needs it. */
export interface StudyRun {
  readonly id: string;
  readonly participation_id: string;
  readonly session_id: string;
  readonly attempt: number;
  readonly state: RunLine['state'];
  readonly condition: StartedRun['condition'];
  readonly environment: RunEnvironment;
  /** Days (UTC) of its start and of its last record. */
  readonly day: string;
  readonly last_day: string;
}

/** What is stored of a run, and how it is read. */
export interface StoredRun {
  readonly bytes: number;
  readonly read: () => Promise<StoredRecord[]>;
}

/** Under the role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';

/** A page at a time, in no order. */
export const runsOfSessions = (
  snapshot: Snapshot,
  sessionIds: readonly string[],
): AsyncGenerator<StudyRun[]> =>
  snapshot.pages<StudyRun>(
    `SELECT r.id, r.participation_id, r.session_id, r.attempt, r.state, r.condition, r.environment,
       r.day::text AS day, r.last_day::text AS last_day
     FROM research.run r WHERE r.session_id = ANY($1::uuid[])`,
    [sessionIds],
    role,
  );

/** A finished run, as far as it is counted without reading its records. */
export interface FinishedRun extends Pick<
  StudyRun,
  'participation_id' | 'session_id' | 'environment' | 'last_day'
> {
  readonly focus_lost: number;
  /** Whether its records are sealed, so that it is known what they measured. */
  readonly sealed: boolean;
  readonly timing: TimingBands | null;
}

export const finishedRuns = (
  snapshot: Snapshot,
  sessionIds: readonly string[],
): AsyncGenerator<FinishedRun[]> =>
  snapshot.pages<FinishedRun>(
    `SELECT r.participation_id, r.session_id, r.environment, r.last_day::text AS last_day,
       r.focus_lost, r.sealed_through = r.stored_through AS sealed, l.timing
     FROM research.run r LEFT JOIN research.run_log l ON l.run_id = r.id
     WHERE r.session_id = ANY($1::uuid[]) AND r.state = 'finished'`,
    [sessionIds],
    role,
  );

/**
 * What is stored of a participant's run, still as bytes: the sealed log and the chunks after it.
 * @returns how many bytes, and how to read the records, which throws where the bytes are broken
 */
export async function recordsOfRun(snapshot: Snapshot, runId: string): Promise<StoredRun> {
  const logs = await snapshot.query<{ lines: Buffer }>(
    `SELECT lines FROM research.run_log WHERE run_id = $1`,
    [runId],
    role,
  );
  const chunks = await snapshot.query<{ first: number; frames: Buffer }>(
    `SELECT first, frames FROM research.run_chunk WHERE run_id = $1 ORDER BY first`,
    [runId],
    role,
  );
  return {
    bytes: logs.reduce((sum, { lines }) => sum + lines.length, bytesOf(chunks)),
    read: async () => [
      ...(await Promise.all(logs.map(({ lines }) => unsealedTexts(lines)))).flat(),
      ...numbered(chunks),
    ],
  };
}

/** As `recordsOfRun`, of a simulated participant; the role of participants' exports may not read it. */
export async function recordsOfRehearsed(snapshot: Snapshot, runId: string): Promise<StoredRun> {
  const chunks = await snapshot.query<{ first: number; frames: Buffer }>(
    `SELECT first, frames FROM research.rehearsal_chunk WHERE run_id = $1 ORDER BY first`,
    [runId],
  );
  return {
    bytes: bytesOf(chunks),
    read: () => Promise.resolve().then(() => numbered(chunks)),
  };
}

const bytesOf = (chunks: readonly { frames: Buffer }[]): number =>
  chunks.reduce((sum, { frames }) => sum + frames.length, 0);

const numbered = (chunks: readonly { first: number; frames: Buffer }[]): StoredRecord[] =>
  chunks.flatMap(({ first, frames }) =>
    readFrames(frames).map(({ kind, data }, n) => ({
      ...{ seq: first + n, kind },
      data: data.toString('utf8'),
    })),
  );

/**
 * Holds these runs until the transaction ends: no participant withdraws their data meanwhile.
 * @returns whether all of them are still there
 */
export async function holdRuns(tx: Transaction, runIds: readonly string[]): Promise<boolean> {
  const held = await tx.query(
    `SELECT id FROM research.run WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
    [runIds],
  );
  return held.length === runIds.length;
}
