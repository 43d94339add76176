import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const review = z.strictObject({ review_id: Id, account_id: Id });

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const researchersEvents = {
  'researchers.review-requested': review,
  'researchers.review-decided': review,
  /**
   * The list of organizations changed, so the hints of pending reviews must be computed again, in
   * batches. This batch begins after the review `after_review_id`; null for the first batch.
   */
  'researchers.organizations-changed': z.strictObject({ after_review_id: Id.nullable() }),
} as const;

type ResearchersEvents = typeof researchersEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends ResearchersEvents {}
}
