import { z } from 'zod';
import { Id, Instant } from '../base/fields';

/** The fields of a study that a launch freezes and its researchers may change for later sessions. */
export const launchedTerms = [
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

/** The launch whose texts participants currently read, and the changes since then (docs/domain.md, 2). */
export const LaunchedVersion = z.object({
  session_id: Id,
  launched_at: Instant,
  changed: z.array(z.enum(launchedTerms)),
});
export type LaunchedVersion = z.output<typeof LaunchedVersion>;
