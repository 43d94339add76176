import { z } from 'zod';
import { Id, Instant } from '../base/fields';

/** What a launch freezes of a study and its people may change for later sessions. */
export const launchedTerms = [
  'title',
  'description',
  'duration_minutes',
  'additional_notes',
  'requirements',
  'eligibility',
  'runtime',
  'allow_repeats',
  'reward',
  'payment_terms',
  'consent',
] as const;

/**
 * Which launch's words the participants of a study read at present, and what was changed since
 * (docs/domain.md, 2).
 */
export const LaunchedVersion = z.object({
  session_id: Id,
  launched_at: Instant,
  changed: z.array(z.enum(launchedTerms)),
});
export type LaunchedVersion = z.output<typeof LaunchedVersion>;
