import { runtimeLimits } from '../../../contracts/runtime/limits';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { Transaction } from '../../platform/db/unit-of-work';
import { sha256, type Secrets } from '../../platform/security/secrets';
import {
  grantServingAddress,
  servingKeyFrom,
  servedUrlOf,
} from '../../study-files/serving/grant-serving';
import { runtimeRateLimits } from '../runtime.rate-limits';
import { filesServedUntil } from './run-days';

/** The columns of a run's row that the response to its page needs. */
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
  /**
   * The files that the page preloads before the study starts. The caller reads them before the
   * transaction.
   */
  readonly files: StartedRun['files'];
  /** Whether the run may create files; simulated participants create none. */
  readonly makesFiles: boolean;
}

const keyOf = (secrets: Pick<Secrets, 'stamp'>, runId: string) =>
  servingKeyFrom(secrets.stamp('run-address', runId));
/**
 * Computes a keyed hash of the serving key, the secret part of the address of a run's files. The
 * hash is stored with the run, so that the server finds the run of a request. The logs of web
 * servers contain serving keys beside IP addresses. If the hash did not need a secret of the
 * server, these logs and a database dump together would link IP addresses with runs.
 * @param keyHash SHA-256 of the serving key
 */
export const servingKeyHash = (secrets: Pick<Secrets, 'mac'>, keyHash: Buffer): Buffer =>
  secrets.mac('run-address', 'asked', keyHash.toString('hex'));
export const servingKeyHashOfRun = (
  secrets: Pick<Secrets, 'mac' | 'stamp'>,
  runId: string,
): Buffer => servingKeyHash(secrets, sha256(keyOf(secrets, runId)));

/**
 * Makes the response that a page needs to run a study, with the address of the study's files for
 * this run. A run keeps its address, so that a participant who starts again and again does not fill
 * the table of addresses.
 */
export async function createStartedRun(
  tx: Transaction,
  { secrets, run, attempt, runtime, participant, resume, now, origin, files, makesFiles }: Started,
): Promise<StartedRun> {
  const { key } = await grantServingAddress(tx, {
    version_id: runtime.version_id,
    until: filesServedUntil(now),
    // The address for a rehearsal ends when the researcher loses the role in the study, like the
    // address for a preview.
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
    url: servedUrlOf(origin, key, runtime.entry),
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
