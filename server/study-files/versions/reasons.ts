import { isHosted } from '../../../contracts/hosted-runtime';
import type { ReasonKind } from '../../../contracts/study-findings';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import type { Study } from '../../studies/study.entity';

/**
 * Before an anonymous session: what by its report the code reads of a browser, or may reach past its policy,
 * is said to participants with its purpose. Reports of before this was looked for ask nothing.
 * @throws DomainError reasons_missing; unavailable while the report is being made
 */
export async function mustSayWhy(tx: Transaction, runtime: Study['runtime']): Promise<void> {
  if (!isHosted(runtime)) return;
  const [version] = await tx.query<{ asks: ReasonKind[] | null; is_made: boolean }>(
    `SELECT report->'asks' AS asks, report IS NOT NULL AS is_made FROM research.study_version WHERE id = $1`,
    [runtime.version_id],
  );
  if (version?.is_made === false) throw new DomainError('unavailable');
  if (version?.asks?.some((kind) => runtime.reasons?.[kind] === undefined))
    throw new DomainError('reasons_missing');
}
