import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { FindingNeedingReason } from '../../../contracts/study-files/study-findings';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Study } from '../../studies/study.entity';

/**
 * Checks before the launch of an anonymous session that researchers gave their reasons, which
 * participants read. Reasons are required if the report finds code that can identify a browser, or
 * code that makes connections which the Content-Security-Policy does not block. Reports from before
 * this check existed require none.
 * @throws DomainError reasons_missing; unavailable while the report is being made
 */
export async function requireReasonsForReportedReads(
  tx: Transaction,
  runtime: Study['runtime'],
): Promise<void> {
  const missing = await missingReasons(tx, runtime);
  if (missing === 'unknown') throw new DomainError('unavailable');
  if (missing === 'some') throw new DomainError('reasons_missing');
}

/**
 * Checks before a class review that no required reason is missing, since a reason added later would
 * change what was approved. While the report is still being made, no reasons are required.
 * @throws DomainError reasons_missing
 */
export async function requireReasonsBeforeReview(
  tx: Transaction,
  runtime: Study['runtime'],
): Promise<void> {
  if ((await missingReasons(tx, runtime)) === 'some') throw new DomainError('reasons_missing');
}

/**
 * Whether required reasons are missing.
 * @returns `unknown` while the report is being made
 */
async function missingReasons(
  tx: Transaction,
  runtime: Study['runtime'],
): Promise<'none' | 'some' | 'unknown'> {
  if (!isHostedRuntime(runtime)) return 'none';
  const [version] = await tx.query<{ asks: FindingNeedingReason[] | null; is_made: boolean }>(
    `SELECT report->'asks' AS asks, report IS NOT NULL AS is_made FROM research.study_version WHERE id = $1`,
    [runtime.version_id],
  );
  if (version?.is_made === false) return 'unknown';
  return version?.asks?.some((kind) => runtime.reasons?.[kind] === undefined) ? 'some' : 'none';
}
