import { isHosted } from '../../../contracts/study-files/hosted-runtime';
import type { ReasonKind } from '../../../contracts/study-files/study-findings';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Study } from '../../studies/study.entity';

/**
 * Checked before the launch of an anonymous session: researchers must give reasons if the report finds that the code
 * reads something that identifies a browser, or connects past its policy; participants read the reasons. Reports from
 * before this check existed need none.
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
 * The same check before a review, since a reason added later would change what was approved. While the report is
 * still being made, no reason is required.
 * @throws DomainError reasons_missing
 */
export async function requireKnownReasons(
  tx: Transaction,
  runtime: Study['runtime'],
): Promise<void> {
  if ((await missingReasons(tx, runtime)) === 'some') throw new DomainError('reasons_missing');
}

/** @returns `unknown` while the report is being made */
async function missingReasons(
  tx: Transaction,
  runtime: Study['runtime'],
): Promise<'none' | 'some' | 'unknown'> {
  if (!isHosted(runtime)) return 'none';
  const [version] = await tx.query<{ asks: ReasonKind[] | null; is_made: boolean }>(
    `SELECT report->'asks' AS asks, report IS NOT NULL AS is_made FROM research.study_version WHERE id = $1`,
    [runtime.version_id],
  );
  if (version?.is_made === false) return 'unknown';
  return version?.asks?.some((kind) => runtime.reasons?.[kind] === undefined) ? 'some' : 'none';
}
