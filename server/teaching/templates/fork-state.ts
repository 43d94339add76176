import type { Study } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Storage } from '../../platform/storage/storage';
import { readConsentFormInForce } from '../../studies/consents/form-in-force';
import { readReviewableStudyContent } from '../../study-files/builder/study-material';
import type { ForkedStudyContent } from './fork-changes.rule';

type Row = Omit<ForkedStudyContent, 'consent' | 'timeline' | 'files' | 'runtime'> &
  Pick<Study, 'runtime'>;

/**
 * Reads the present content of a study for the comparison with its template; undefined where there
 * is no such study.
 */
export async function readForkedStudyContent(
  on: Pick<Transaction, 'query'>,
  storage: Pick<Storage, 'bytes'>,
  studyId: string,
): Promise<ForkedStudyContent | undefined> {
  const [row] = await on.query<Row>(
    `SELECT title, description, duration_minutes, maximum_minutes, additional_notes, requirements, allow_repeats,
       offers_credit, runtime
     FROM research.study_profile WHERE id = $1`,
    [studyId],
  );
  if (!row) return undefined;
  const { timeline, files } = await readReviewableStudyContent(on, storage, studyId, row.runtime);
  return {
    ...row,
    consent: await readConsentFormInForce(on, studyId),
    runtime: row.runtime && settingsOf(row.runtime),
    timeline: timeline && JSON.stringify(timeline),
    files,
  };
}

/**
 * Returns those settings of a runtime that are compared. Leaves out fields that the server
 * computes, and the version, because its files are compared one by one.
 */
function settingsOf(runtime: NonNullable<Study['runtime']>): Record<string, unknown> {
  const {
    version_id: _,
    sha256: __,
    own_code: ___,
    ...settings
  }: Record<string, unknown> = runtime;
  return settings;
}
