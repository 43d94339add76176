import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Study } from '../../studies/study.entity';

interface Known {
  is_made: boolean;
  /**
   * What the report finds: that no answers would be stored (`no_rows`), or that the study would not
   * end (`no_end`).
   */
  no_rows: boolean | null;
  no_end: boolean | null;
  rehearsed_answers: boolean;
  rehearsed_end: boolean;
}

/**
 * Checks before a launch that a study stores answers and ends.
 * - If the report finds that no answers would be stored, a rehearsal must have stored an answer.
 * - If the report finds that the study would not end, a rehearsal must have reached the end.
 * - If a rehearsal reached the end, but no rehearsal stored an answer, another rehearsal must store
 * an answer, whatever the report says.
 * @throws DomainError rehearsal_missing; unavailable while the report is being made
 */
export async function mustStoreAnswers(tx: Transaction, runtime: Study['runtime']): Promise<void> {
  if (!isHostedRuntime(runtime)) return;
  const [version] = await tx.query<Known>(
    `SELECT report IS NOT NULL AS is_made, rehearsed_answers, rehearsed_end,
       report->'findings' @> '[{"code": "no_rows"}]' AS no_rows,
       report->'findings' @> '[{"code": "no_end"}]' AS no_end
     FROM research.study_version WHERE id = $1`,
    [runtime.version_id],
  );
  if (version?.is_made === false) throw new DomainError('unavailable');
  // The third rule does not apply to a study that records with a microphone or camera: a run stores
  // the recordings, but a rehearsal does not.
  const known = version && { ...version, records_device: runtime.needs.length > 0 };
  if (known && !storesAnswers(known)) throw new DomainError('rehearsal_missing');
}

export const storesAnswers = (
  known: Omit<Known, 'is_made'> & { records_device: boolean },
): boolean =>
  (known.rehearsed_answers ||
    (known.no_rows !== true && (!known.rehearsed_end || known.records_device))) &&
  (known.no_end !== true || known.rehearsed_end);

/**
 * Records what a rehearsal of a version has shown. Adds to what earlier rehearsals have shown, and
 * removes nothing.
 */
export async function recordRehearsalResult(
  tx: Transaction,
  versionId: string,
  { answers, end }: { answers: boolean; end: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE research.study_version
     SET rehearsed_answers = rehearsed_answers OR $2, rehearsed_end = rehearsed_end OR $3
     WHERE id = $1 AND (rehearsed_answers < $2 OR rehearsed_end < $3)`,
    [versionId, answers, end],
  );
}
