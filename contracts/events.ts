import { z } from 'zod';
import { Id } from './fields';

const account = z.strictObject({ account_id: Id });
const session = z.strictObject({ session_id: Id, study_id: Id });
const participation = z.strictObject({ participation_id: Id, session_id: Id, study_id: Id });

/**
 * What happened, by id; a consumer re-reads the present state. Never a name, address or code, and
 * never an account beside a participation (ARCHITECTURE, outbox).
 */
export const events = {
  'identity.verification-requested': account,
  'identity.known-address-registered': account,
  'identity.account-activated': account,
  'identity.profile-changed': account,
  'identity.reset-requested': z.strictObject({ reset_id: Id, account_id: Id }),
  'identity.password-reset': account,
  'identity.deletion-requested': account,
  'identity.deletion-cancelled': account,
  'identity.deletion-reminder-due': account,
  'identity.account-purged': account,
  'identity.account-disabled': account,
  'identity.identity-linked': z.strictObject({ account_id: Id, identity_id: Id }),
  'identity.identity-unlinked': account,
  'identity.second-factor-changed': account,
  'identity.export-requested': z.strictObject({ account_id: Id, export_id: Id }),
  'identity.export-ready': z.strictObject({ account_id: Id, export_id: Id }),
  'identity.export-expired': z.strictObject({ account_id: Id, export_id: Id }),
  'identity.signed-out': z.strictObject({ account_id: Id, token_id: Id.nullable() }),
  'researchers.review-requested': z.strictObject({ review_id: Id, account_id: Id }),
  'researchers.review-decided': z.strictObject({ review_id: Id, account_id: Id }),
  /**
   * Reviews that wait are looked at again, some at a time: those after this one, or from the first.
   */
  'researchers.organizations-changed': z.strictObject({ after_review_id: Id.nullable() }),
  'studies.study-changed': z.strictObject({ study_id: Id }),
  'studies.consent-published': z.strictObject({ study_id: Id, consent_id: Id }),
  'enrolment.session-created': session,
  'enrolment.session-launched': session,
  'enrolment.session-changed': session,
  'enrolment.session-closed': session,
  'enrolment.participant-waitlisted': participation,
  'enrolment.participant-offered': participation,
  'enrolment.participant-enrolled': participation,
  'enrolment.participant-started': participation,
  'enrolment.participant-completed': participation,
  'enrolment.participant-decided': participation,
  'enrolment.participant-left': participation,
} as const;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.output<(typeof events)[N]>;
/**
 * A committed event on its way: `id` is the outbox row's, `request_id` that of the request that
 * caused it.
 */
export interface DomainEvent<N extends EventName = EventName> {
  id: string;
  name: N;
  data: EventData<N>;
  at: string;
  request_id: string | null;
}
