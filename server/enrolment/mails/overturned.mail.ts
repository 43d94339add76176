import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { enrolmentTexts } from '../enrolment-texts';
import { addresseeOf } from './addressee.read';
import { paymentForMail, paymentMailRows, type PaymentInMail } from './payment';

type Restored = Extract<ParticipationState, 'approved' | 'completed' | 'started' | 'enrolled'>;
const isRestored = (state: ParticipationState): state is Restored =>
  ['approved', 'completed', 'started', 'enrolled'].includes(state);

interface Overturned {
  /** Whether an administrator overturned the decision, and not the researchers. */
  is_appeal: boolean;
  study_id: string;
  title: string;
  restored: Restored;
  reason: string | null;
  by_appointment: boolean;
  payment: PaymentInMail | null;
}

/** The mail about an overturned rejection or cancellation, with the reason written by the researchers. */
export const overturnedDecisionMail = mailRenderer(
  enrolmentTexts,
  (
    t,
    context,
    { study_id, title, restored, reason, by_appointment, payment, is_appeal }: Overturned,
  ) => ({
    subject: t('overturned.subject', { study: title }),
    heading: t(is_appeal ? 'overturned.heading_appeal' : 'overturned.heading'),
    blocks: [
      context.greeting,
      {
        kind: 'text',
        text: t(
          is_appeal
            ? 'overturned.body.appeal'
            : restored === 'enrolled' && by_appointment
              ? 'overturned.body.enrolled_slot'
              : `overturned.body.${restored}`,
        ),
      },
      ...(reason === null ? [] : [{ kind: 'quote' as const, text: reason }]),
      {
        kind: 'facts',
        rows: [
          { label: t('decided.study'), value: title },
          ...paymentMailRows(t, context, payment),
        ],
      },
      restored === 'enrolled' || restored === 'started'
        ? {
            kind: 'button' as const,
            label: t('overturned.go_on'),
            url: `${context.web}/study/details/${study_id}`,
          }
        : {
            kind: 'button' as const,
            label: t('decided.button'),
            url: `${context.web}/history/participation`,
          },
    ],
  }),
);

/**
 * Writes no mail if the participation is in another state by now. The mail goes out even if its
 * kind is switched off, since the participant may have to act on it.
 */
async function writeOverturned(
  participationId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  return to?.is_overturned && isRestored(to.state)
    ? renderMail(
        {
          ...to,
          restored: to.state,
          payment: paymentForMail(to),
          is_appeal: to.moved_by === 'administrator',
        },
        overturnedDecisionMail,
        services.web,
      )
    : null;
}

export const overturnedDecisionMails = defineMails('decision-overturned', {
  template: 'overturned',
  on: {
    'enrolment.decision-overturned': ({ data }, services) => [
      { accountId: null, write: () => writeOverturned(data.participation_id, services) },
    ],
  },
});
