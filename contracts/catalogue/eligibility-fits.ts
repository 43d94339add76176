import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, repeatedParameter } from '../base/fields';
import { profileFields } from '../accounts/profile-answers';

/**
 * Whether the caller meets the eligibility criteria of a session. `open`: the session has no
 * criteria. `answers`: no profile answer excludes the caller, but some answers are missing.
 */
export const EligibilityFit = z
  .object({
    session_id: Id,
    fit: z.enum(['open', 'yes', 'answers', 'no']),
    /** Set for `answers`: the questions without an answer. */
    missing_fields: z.array(z.enum(profileFields)),
  })
  .meta({ id: 'Fit' });
export type EligibilityFit = z.output<typeof EligibilityFit>;

export const readEligibilityFits = endpoint('GET', '/api/fits/', {
  summary: 'Which sessions of the catalogue the caller fits',
  access: signedIn,
  /** Asks about several sessions; the answer leaves out those that are not in the catalogue now. */
  query: z.object({ session: repeatedParameter(Id).pipe(z.array(Id).min(1).max(100)) }),
  replies: { 200: z.object({ items: z.array(EligibilityFit) }) },
});
