import type { Transaction } from '../../platform/db/unit-of-work';
import type { ReviewStep } from './review-state.rule';

/** A submission as read from its row, without the submitted content. */
export interface StoredStep extends ReviewStep {
  readonly id: string;
}

/** The submissions of a study, the newest first. */
export const stepsOf = (on: Pick<Transaction, 'query'>, studyId: string): Promise<StoredStep[]> =>
  on.query<StoredStep>(
    `SELECT id, state, digest FROM identity.class_review WHERE study_id = $1 ORDER BY submitted_at DESC, id DESC`,
    [studyId],
  );
