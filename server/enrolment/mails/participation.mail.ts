import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { enrolmentTexts } from '../enrolment-texts';
import { takenSeatStates } from '../model/participation.rule';
import { addresseeOf } from './addressee.read';
import { paymentForMail, paymentMailRows, type PaymentInMail } from './payment';

interface Enrolled {
  study_id: string;
  title: string;
  duration_minutes: number;
  /**
   * The time by which the participant must start or, for a study by appointment, choose a slot.
   * Null once the participant has started or chosen.
   */
  start_before: Date | null;
  /** Whether the study is on site or by video, so that the participant must choose a slot. */
  by_appointment: boolean;
  own_zone: string | null;
  payment: PaymentInMail | null;
}

export const enrolledMail = mailRenderer(
  enrolmentTexts,
  (
    t,
    context,
    {
      study_id,
      title,
      duration_minutes,
      start_before,
      by_appointment,
      own_zone,
      payment,
    }: Enrolled,
  ) => ({
    subject: t('enrolled.subject', { study: title }),
    heading: t('enrolled.heading'),
    blocks: [
      context.greeting,
      {
        kind: 'text',
        text: t(by_appointment && start_before ? 'enrolled.choose' : 'enrolled.body'),
      },
      {
        kind: 'facts',
        rows: [
          { label: t('enrolled.study'), value: title },
          {
            label: t('enrolled.duration'),
            value: t('enrolled.minutes', { count: duration_minutes }),
          },
          ...(start_before
            ? [
                {
                  label: t(by_appointment ? 'enrolled.choose_before' : 'enrolled.start_before'),
                  value: context.moment(start_before, own_zone),
                },
              ]
            : []),
          ...paymentMailRows(t, context, payment),
        ],
      },
      {
        kind: 'button',
        label: t(by_appointment && start_before ? 'enrolled.choose_button' : 'enrolled.button'),
        url: `${context.web}/study/details/${study_id}`,
      },
      { kind: 'note', text: t('enrolled.note') },
    ],
  }),
);

interface Offered {
  study_id: string;
  title: string;
  held_until: Date | null;
}

/**
 * The mail that offers a free seat to the participant who has waited longest (docs/domain.md, 2).
 */
export const seatOfferMail = mailRenderer(
  enrolmentTexts,
  (t, { greeting, web, moment }, { study_id, title, held_until }: Offered) => ({
    subject: t('offer.subject', { study: title }),
    heading: t('offer.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('offer.body') },
      {
        kind: 'facts',
        rows: [
          { label: t('offer.study'), value: title },
          ...(held_until ? [{ label: t('offer.until'), value: moment(held_until) }] : []),
        ],
      },
      { kind: 'button', label: t('offer.button'), url: `${web}/study/details/${study_id}` },
      { kind: 'note', text: t('offer.note') },
    ],
  }),
);

interface LeaseEnding {
  study_id: string;
  title: string;
  start_before: Date;
  /** Whether the study is on site or by video, so that the participant must choose a slot. */
  by_appointment: boolean;
  own_zone: string | null;
}

/** The mail that reminds a participant of the deadline for the start (docs/domain.md, 2). */
export const leaseEndingMail = mailRenderer(
  enrolmentTexts,
  (
    t,
    { greeting, web, moment },
    { study_id, title, start_before, by_appointment, own_zone }: LeaseEnding,
  ) => ({
    subject: t('lease.subject', { study: title }),
    heading: t('lease.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t(by_appointment ? 'lease.choose' : 'lease.body') },
      {
        kind: 'facts',
        rows: [
          { label: t('lease.study'), value: title },
          {
            label: t(by_appointment ? 'lease.choose_before' : 'lease.start_before'),
            value: moment(start_before, own_zone),
          },
        ],
      },
      {
        kind: 'button',
        label: t(by_appointment ? 'lease.choose_button' : 'lease.button'),
        url: `${web}/study/details/${study_id}`,
      },
      { kind: 'note', text: t('lease.note') },
    ],
  }),
);

/** Writes no mail if the participant left or was removed in the meantime. */
async function writeEnrolled(
  participationId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  // A participant who got the seat back because a decision was overturned gets a different mail
  // (overturned.mail.ts).
  if (!to || to.is_overturned || !takenSeatStates.includes(to.state)) return null;
  const start_before = to.state === 'enrolled' ? to.due_at : null;
  const own_zone = start_before && (await services.zoneOf(to.account_id));
  return renderMail(
    { ...to, start_before, own_zone, payment: paymentForMail(to) },
    enrolledMail,
    services.web,
  );
}

/**
 * Writes no mail if the offer was accepted or declined, if it has expired, or if the session has
 * ended.
 */
async function writeOffered(
  participationId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  if (to?.state !== 'offered') return null;
  if (to.closes_at !== null && to.closes_at <= services.clock.now()) return null;
  return renderMail({ ...to, held_until: to.due_at }, seatOfferMail, services.web);
}

export const enrolmentMails = defineMails(
  'enrolment',
  {
    template: 'enrolled',
    on: {
      'enrolment.participant-enrolled': ({ data }, services) => [
        { accountId: null, write: () => writeEnrolled(data.participation_id, services) },
      ],
    },
  },
  {
    template: 'offer',
    on: {
      'enrolment.participant-offered': ({ data }, services) => [
        { accountId: null, write: () => writeOffered(data.participation_id, services) },
      ],
    },
  },
);
