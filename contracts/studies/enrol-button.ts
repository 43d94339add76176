import { z } from 'zod';
import { Id } from '../base/fields';
import { profileFields } from '../accounts/profile-answers';

export const enrolButtonStates = [
  'enroll_now',
  'not_eligible',
  'not_recruiting_yet',
  'no_recruitment',
  'full',
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'finished',
  'verify_email',
  'sign_in',
] as const;
/** The enrol button, computed for the caller (docs/specification.md, 4, docs/domain.md, 2). */
export const EnrolButtonState = z
  .object({
    button: z.enum(enrolButtonStates),
    reasons: z.array(
      z.enum([
        'too_young',
        'too_old',
        'criteria',
        'missing_profile_field',
        'already_participated',
        'own_study',
      ]),
    ),
    /**
     * For the reason `missing_profile_field`: the questions without an answer, to which the study's
     * page directs the participant.
     */
    missing_fields: z.array(z.enum(profileFields)),
    session_id: Id.nullable(),
    participation_id: Id.nullable(),
  })
  .meta({ id: 'Enrolment' });
export type EnrolButtonState = z.output<typeof EnrolButtonState>;
