import type { Transaction } from '../../platform/db/unit-of-work';
import type { ReviewSubmission } from './review-state.rule';

/** A submission as read from its row, without the submitted content. */
export interface StoredReviewSubmission extends ReviewSubmission {
  readonly id: string;
}

/** Reads the submissions of a study, the newest first. */
export const readReviewSubmissions = (
  on: Pick<Transaction, 'query'>,
  studyId: string,
): Promise<StoredReviewSubmission[]> =>
  on.query<StoredReviewSubmission>(
    `SELECT id, state, digest FROM identity.class_review WHERE study_id = $1 ORDER BY submitted_at DESC, id DESC`,
    [studyId],
  );
