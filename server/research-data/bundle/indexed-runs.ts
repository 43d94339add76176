import { randomUUID } from 'node:crypto';
import { BundleRun } from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import type { FileRecord } from '../../../contracts/runtime/run-files';
import { RecordKind } from '../../../contracts/runtime/runtime';
import { isWithinJsonBounds } from '../../platform/storage/json-bounds.rule';
import { firstChainHead, nextChainHead } from '../../runtime/record-format/frames.rule';
import { isTimingRecord } from '../../runtime/timing/timing.rule';
import type { AnonymityBySession } from '../imported-data/anonymous-sessions.rule';
import { AnnouncedFiles, type ReceivedBundleRecordings } from './received-bundle-recordings';
import { invalidBundleError, parseLimitedDepth } from './bundle-invalid';
import {
  runHeaderBounds,
  longestRunHeaderBytes,
  runByteLimits,
  parseRecordLine,
  type RunByteLimits,
} from './bundle-line.rule';
import type { ConditionsOfRuns } from './conditions-of-runs';
import { linesOf, type FileLine } from './file-lines';

/** A run of a bundle, and the byte range of its records in a file. */
export interface IndexedRun {
  readonly id: string;
  readonly run: BundleRun;
  readonly first_byte: number;
  readonly bytes: number;
  /** The run's files that the bundle contains. */
  readonly recordings: readonly FileRecord[];
}

interface Open {
  readonly run: BundleRun;
  readonly isAnonymous: boolean;
  readonly most: RunByteLimits;
  /** The number of the line with the run's header. */
  readonly line: number;
  readonly first_byte: number;
  bytes: number;
  dataBytes: number;
  records: number;
  seq: number;
  head: Buffer;
  readonly recordings: AnnouncedFiles;
}

/** A file from which runs are read. */
export interface RunsFile {
  /** The path of the file on disk. */
  readonly path: string;
  /** The name of the file in the bundle. */
  readonly name: string;
  readonly isAnonymous: AnonymityBySession;
  readonly recordings: ReceivedBundleRecordings;
  /** The experimental conditions of the runs in all files of the bundle; each is stored once. */
  readonly conditions: ConditionsOfRuns;
  /** How many runs the file may have at most; if absent, as many as a bundle may have. */
  readonly most?: number;
}

/**
 * Reads the runs of a file line by line. The first line of a run states how many records follow,
 * and the hash of these records. The records must have this number and this hash, and must be in
 * order. Together they must not have more bytes than this installation allows for a run.
 * @throws DomainError bundle_invalid
 */
export async function indexRuns({
  path,
  name,
  isAnonymous,
  recordings,
  conditions,
  most = bundleLimits.runs,
}: RunsFile): Promise<IndexedRun[]> {
  const at = (line: number) => `${name}:${line}`;
  const runs: IndexedRun[] = [];
  let open: Open | undefined;
  const isWithin = (one: Open | undefined): one is Open =>
    one !== undefined && one.records < one.run.records;
  const close = () => {
    if (!open) return;
    const { run, records, head, first_byte, bytes } = open;
    const made = [...open.recordings.files.values()];
    if (records !== run.records || head.toString('hex') !== run.head)
      throw invalidBundleError(at(open.line), 'bundle_run_differs');
    runs.push({ id: randomUUID(), run, first_byte, bytes, recordings: made });
  };
  const lines = linesOf(
    path,
    () => (isWithin(open) ? open.most.line : longestRunHeaderBytes),
    (fault, line) => {
      const isRecord = fault === 'too_long' && isWithin(open);
      return invalidBundleError(
        at(line),
        isRecord ? 'bundle_record_too_large' : 'bundle_malformed',
      );
    },
  );
  for await (const line of lines) {
    if (isWithin(open)) {
      addRecord(open, line, at(line.number), recordings);
      continue;
    }
    close();
    if (runs.length >= most) throw invalidBundleError('', 'bundle_too_many_runs');
    open = opened(line, at(line.number), isAnonymous, conditions);
  }
  close();
  return runs;
}

function opened(
  { text, end, number }: FileLine,
  place: string,
  isAnonymous: AnonymityBySession,
  conditions: ConditionsOfRuns,
): Open {
  if (!isWithinJsonBounds(text, runHeaderBounds))
    throw invalidBundleError(place, 'bundle_malformed');
  const run = parseLimitedDepth(BundleRun, jsonOf(text))?.data;
  const anonymous = run && isAnonymous.get(run.session);
  if (!run || anonymous === undefined) throw invalidBundleError(place, 'bundle_malformed');
  if (anonymous && run.day !== null) throw invalidBundleError(place, 'bundle_day_of_anonymous');
  return {
    run: { ...run, condition: conditions.one(run.condition, place) },
    isAnonymous: anonymous,
    most: runByteLimits(anonymous),
    line: number,
    first_byte: end,
    bytes: 0,
    dataBytes: 0,
    records: 0,
    seq: 0,
    head: firstChainHead,
    recordings: new AnnouncedFiles(),
  };
}

function addRecord(
  open: Open,
  { text, length }: FileLine,
  place: string,
  recordings: ReceivedBundleRecordings,
): void {
  const record = parseRecordLine(text);
  const kind = RecordKind.safeParse(record?.kind);
  if (!record || !kind.success || record.seq <= open.seq)
    throw invalidBundleError(place, 'bundle_malformed');
  // A valid bundle has no timing records of anonymous sessions: the installation that made it
  // withholds them, because a participant with a rare display could be recognised in a different
  // study.
  if (open.isAnonymous && isTimingRecord({ kind: kind.data, data: record.data }))
    throw invalidBundleError(place, 'bundle_timing_of_anonymous');
  const data = Buffer.from(record.data);
  if (data.length > open.most.record) throw invalidBundleError(place, 'bundle_record_too_large');
  open.dataBytes += data.length;
  if (open.dataBytes > open.most.run) throw invalidBundleError(place, 'bundle_run_too_large');
  recordings.learn(open.recordings, record, { isAnonymous: open.isAnonymous, place });
  open.seq = record.seq;
  open.records += 1;
  open.bytes += length;
  open.head = nextChainHead(open.head, { kind: kind.data, data });
}

/** Parses a text as JSON; undefined if it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks that no run occurs twice.
 * @throws DomainError bundle_invalid if a run occurs twice, or if there are too many runs
 */
export function mustHaveDistinctRuns(runs: readonly { name: string; of: IndexedRun }[]): void {
  if (runs.length > bundleLimits.runs) throw invalidBundleError('', 'bundle_too_many_runs');
  const seen = new Set<string>();
  for (const { name, of } of runs) {
    const key = `${of.run.participant} ${of.run.session} ${of.run.attempt}`;
    if (seen.has(key)) throw invalidBundleError(name, 'bundle_malformed');
    seen.add(key);
  }
}
