import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { ProfileField } from '../../../contracts/accounts/profile-answers';
import type { EnrolButtonState } from '../../../contracts/studies/enrol-button';
import type { IneligibilityReason } from '../eligibility/eligibility.rule';
import { mayEnrolAgain } from '../model/participation.rule';

export interface EnrolmentFacts {
  /** The active session of the study that suits this person best; null while none recruits. */
  session: { id: string; full: boolean } | null;
  has_ever_launched: boolean;
  /** The signed-in person; null for a visitor without an account. */
  person: { verified: boolean } | null;
  own: { id: string; session_id: string; state: ParticipationState; has_started: boolean } | null;
  allow_repeats: boolean;
  /** Whether the person has a role in the study, and therefore cannot take a seat in it. */
  runs_it: boolean;
  reasons: IneligibilityReason[];
  missing_fields: ProfileField[];
}

type Button = EnrolButtonState['button'];
const byOwnState: Partial<Record<ParticipationState, Button>> = {
  waitlisted: 'waitlisted',
  offered: 'offered',
  enrolled: 'enrolled',
  started: 'started',
  completed: 'finished',
  approved: 'finished',
  rejected: 'finished',
};

/**
 * Computes the enrol button (docs/specification.md, 4, docs/domain.md, 2): if the person already
 * takes part, it shows that participation; otherwise the first check that fails decides.
 */
export function enrolmentStatus({
  session,
  has_ever_launched,
  person,
  own,
  allow_repeats,
  runs_it,
  reasons,
  missing_fields,
}: EnrolmentFacts): EnrolButtonState {
  const answer = (button: Button, why: IneligibilityReason[] = []): EnrolButtonState => ({
    button,
    reasons: why,
    missing_fields: [],
    session_id: own?.session_id ?? session?.id ?? null,
    participation_id: own?.id ?? null,
  });
  const mayRepeat =
    own !== null &&
    allow_repeats &&
    session !== null &&
    session.id !== own.session_id &&
    ['finished', undefined].includes(byOwnState[own.state]);
  const present = own === null || mayRepeat ? undefined : byOwnState[own.state];
  if (present) return answer(present);
  const gone = own !== null && !mayRepeat && !mayEnrolAgain(own.state, own.has_started);
  if (gone) return answer('not_eligible', ['already_participated']);
  const open = { ...answer('enroll_now'), session_id: session?.id ?? null };
  if (session === null)
    return { ...open, button: has_ever_launched ? 'no_recruitment' : 'not_recruiting_yet' };
  if (person === null) return { ...open, button: 'sign_in' };
  if (runs_it) return { ...open, button: 'not_eligible', reasons: ['own_study'] };
  if (!person.verified) return { ...open, button: 'verify_email' };
  if (reasons.length > 0) return { ...open, button: 'not_eligible', reasons, missing_fields };
  return { ...open, button: session.full ? 'full' : 'enroll_now' };
}
