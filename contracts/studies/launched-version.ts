import { z } from 'zod';
import { Id, Instant } from '../base/fields';

/**
 * The fields that a launch freezes. If researchers change one of them afterwards, the change takes
 * effect in sessions that they launch later.
 */
export const launchedStudyFields = [
  'title',
  'description',
  'duration_minutes',
  'additional_notes',
  'requirements',
  'eligibility',
  'runtime',
  'allow_repeats',
  'offers_credit',
  'reward',
  'payment_terms',
  'consent',
] as const;

/**
 * The launch whose texts participants read now, and what has changed in the study since then
 * (docs/domain.md, 2).
 */
export const LaunchedVersion = z.object({
  session_id: Id,
  launched_at: Instant,
  changed: z.array(z.enum(launchedStudyFields)),
});
export type LaunchedVersion = z.output<typeof LaunchedVersion>;
