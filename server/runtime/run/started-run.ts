import { runtimeLimits } from '../../../contracts/runtime/limits';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { Transaction } from '../../platform/db/unit-of-work';
import { sha256, type Secrets } from '../../platform/security/secrets';
import { grantServing, keyFrom, servedAt } from '../../study-files/serving/grant-serving';
import { runtimeRateLimits } from '../runtime.rate-limits';
import { servedUntil } from './run-days';

/** A row of the table of runs. */
export interface RunRow {
  id: string;
  state: 'open' | 'finished' | 'ended';
  stored_through: number;
  bytes: number;
  head: Buffer;
  seed: Buffer;
  condition: StartedRun['condition'];
}
interface Started {
  readonly secrets: Pick<Secrets, 'stamp'>;
  readonly run: RunRow;
  readonly attempt: number;
  readonly runtime: HostedRuntime;
  /** The participant's pseudonym. */
  readonly participant: string;
  readonly resume: StartedRun['resume'];
  readonly now: Date;
  readonly origin: string;
  /** The files that its page preloads before the study starts: read before the transaction. */
  readonly files: StartedRun['files'];
  /** Whether the run may create files; simulated participants create none. */
  readonly makesFiles: boolean;
}

const keyOf = (secrets: Pick<Secrets, 'stamp'>, runId: string) =>
  keyFrom(secrets.stamp('run-address', runId));
/**
 * The key with which a run's files are requested, as a keyed hash that is stored with the run: it leads from a
 * request for a file to the run, but not back. Keyed, since web server logs contain the keys with IP addresses: a
 * plain hash would link these to the runs in a database dump.
 * @param keyHash SHA-256 of the key
 */
export const servingKeyOf = (secrets: Pick<Secrets, 'mac'>, keyHash: Buffer): Buffer =>
  secrets.mac('run-address', 'asked', keyHash.toString('hex'));
export const addressOf = (secrets: Pick<Secrets, 'mac' | 'stamp'>, runId: string): Buffer =>
  servingKeyOf(secrets, sha256(keyOf(secrets, runId)));

/**
 * The response that a page needs to run a study: with an address of the study's files for this run only. The run
 * always has the same address, so that a participant who starts again and again does not fill the table.
 */
export async function startedRun(
  tx: Transaction,
  { secrets, run, attempt, runtime, participant, resume, now, origin, files, makesFiles }: Started,
): Promise<StartedRun> {
  const { key } = await grantServing(tx, {
    version_id: runtime.version_id,
    until: servedUntil(now),
    // A rehearsal's address ends when the researcher's role ends, like a preview's.
    purpose: makesFiles ? 'run' : 'preview',
    key: keyOf(secrets, run.id),
    hosts: runtime.hosts,
    frames: runtime.frames,
    own_code: runtime.own_code,
  });
  return {
    _id: run.id,
    attempt,
    state: run.state === 'finished' ? 'finished' : 'open',
    stored_through: run.stored_through,
    stored_bytes: run.bytes,
    head: run.head.toString('hex'),
    participant,
    seed: run.seed.toString('hex'),
    condition: run.condition,
    blinded: runtime.conditions?.blinded === true,
    resume,
    url: servedAt(origin, key, runtime.entry),
    files,
    begins_without: runtime.beforehand?.begins_without === true,
    limits: {
      record_bytes: runtimeLimits.recordBytes,
      request_bytes: runtimeLimits.recordsRequestBytes,
      records_at_once: runtimeLimits.recordsAtOnce,
      run_bytes: runtimeLimits.runBytes,
      run_records: runtimeLimits.runRecords,
      file_bytes: makesFiles ? runtimeLimits.runFileBytes : 0,
      files_bytes: makesFiles ? runtimeLimits.runFilesBytes : 0,
      files: makesFiles ? runtimeRateLimits.files : 0,
    },
  };
}
