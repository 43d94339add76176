import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { NoticeKind } from '../../../contracts/notices/notices';
import type { RejectionCategory } from '../../../contracts/enrolment/participations';
import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import {
  defineMails,
  type AddressedMail,
  type MailDefinition,
  type MailTextAndAttachment,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { enrolmentTexts } from '../enrolment-texts';
import { addresseeOf, type Addressee } from './addressee.read';
import { paymentForMail, paymentMailRows, type PaymentInMail } from './payment';
import { consentWithdrawnMail } from './consent-withdrawal.mail';
import { leaseEndingMail } from './participation.mail';

interface OfStudy {
  study_id: string;
  title: string;
}

/**
 * For a mail about a seat that ended. If a booked slot ended with the seat, `enclosed` contains a
 * text about the slot and a file that cancels it.
 */
interface WithSeat {
  enclosed?: MailTextAndAttachment | undefined;
}
const enclosedText = ({ enclosed }: WithSeat) =>
  enclosed ? [{ kind: 'text' as const, text: enclosed.text }] : [];

export const timedOutMail = mailRenderer(
  enrolmentTexts,
  (
    t,
    { greeting, web },
    { study_id, title, has_started, enclosed }: OfStudy & WithSeat & { has_started: boolean },
  ) => ({
    subject: t('timed_out.subject', { study: title }),
    heading: t('timed_out.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t(has_started ? 'timed_out.body_started' : 'timed_out.body') },
      ...enclosedText({ enclosed }),
      { kind: 'facts', rows: [{ label: t('timed_out.study'), value: title }] },
      { kind: 'button', label: t('timed_out.button'), url: `${web}/study/details/${study_id}` },
    ],
  }),
);

/**
 * The mail to a participant who no longer waits for a seat. `closed`: the session has closed; otherwise the participant
 * missed the offer of a seat.
 */
export const waitEndedMail = mailRenderer(
  enrolmentTexts,
  (t, { greeting, web }, { title, closed }: OfStudy & { closed: boolean }) => ({
    subject: t(closed ? 'wait_ended.subject' : 'wait_ended.subject_missed', { study: title }),
    heading: t(closed ? 'wait_ended.heading' : 'wait_ended.heading_missed'),
    blocks: [
      greeting,
      { kind: 'text', text: t(closed ? 'wait_ended.body' : 'wait_ended.body_missed') },
      { kind: 'facts', rows: [{ label: t('wait_ended.study'), value: title }] },
      { kind: 'button', label: t('wait_ended.button'), url: `${web}/home` },
    ],
  }),
);

const decisions = ['approved', 'rejected', 'screened_out', 'no_show', 'nullified'] as const;
type Decision = (typeof decisions)[number];

interface Decided extends OfStudy, WithSeat {
  decision: Decision;
  reason: string | null;
  category: RejectionCategory | null;
  /** Whether the participation was approved because no researcher reviewed it in time. */
  unreviewed: boolean;
  payment: PaymentInMail | null;
}

/** The mail about the researchers' decision, with their reason in their own words (docs/domain.md, 2). */
export const decisionMail = mailRenderer(
  enrolmentTexts,
  (t, context, { title, decision, reason, category, unreviewed, enclosed, payment }: Decided) => ({
    subject: t(`decided.subject.${decision}`, { study: title }),
    heading: t(`decided.heading.${decision}`),
    blocks: [
      context.greeting,
      {
        kind: 'text',
        text: unreviewed
          ? t('decided.body.approved_unreviewed', { count: enrolmentLimits.reviewDays })
          : t(`decided.body.${decision}`),
      },
      ...(reason === null ? [] : [{ kind: 'quote' as const, text: reason }]),
      ...enclosedText({ enclosed }),
      {
        kind: 'facts',
        rows: [
          { label: t('decided.study'), value: title },
          ...(category === null
            ? []
            : [{ label: t('decided.reason'), value: t(`decided.category.${category}`) }]),
          ...paymentMailRows(t, context, payment),
        ],
      },
      { kind: 'button', label: t('decided.button'), url: `${context.web}/history/participation` },
      ...(decision === 'approved' ? [] : [{ kind: 'note' as const, text: t('decided.note') }]),
      ...(decision === 'rejected' || decision === 'nullified'
        ? [
            {
              kind: 'note' as const,
              text: t(`decided.overturn.${decision}`, { count: enrolmentLimits.overturnDays }),
            },
          ]
        : []),
    ],
  }),
);

const isDecision = (state: string): state is Decision =>
  (decisions as readonly string[]).includes(state);

/**
 * Marks the mail if the participant is to be paid. A marked mail goes out even to a participant who
 * switched off mails about decisions.
 */
const owedWhere = (isOwed: boolean, mail: AddressedMail | null): AddressedMail | null =>
  mail && { ...mail, isOwed };

type Written = AddressedMail | null;
type Write = (to: Addressee & WithSeat, services: MailDependencies) => Written | Promise<Written>;

/**
 * The states in which a participant has lost the seat and does not come any more. If a slot was
 * booked, the mail about the lost seat also says that the slot ended.
 */
export const seatEndedStates: readonly string[] = [
  'timed_out',
  'screened_out',
  'no_show',
  'nullified',
];

/**
 * Writes a mail. If a booked slot ended with the seat, the mail says so and contains a calendar
 * file that cancels the slot. Such a mail goes out even to participants who switched off mails of
 * its kind: otherwise the participant would come to a cancelled appointment.
 */
async function writeEnded(
  template: Template,
  participationId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  if (!to) return null;
  const enclosed = seatEndedStates.includes(to.state)
    ? await services.enclose(participationId, to, services)
    : undefined;
  const mail = await writers[template]({ ...to, enclosed }, services);
  return mail && enclosed ? { ...mail, isOwed: true, attachment: enclosed.attachment } : mail;
}

/**
 * For each template, the function that writes the mail. It writes none if the state of the participation no longer fits
 * the template.
 */
const writers = {
  'lease-ending': async (to, { web, clock, zoneOf }) =>
    to.state === 'enrolled' && to.due_at !== null && to.due_at > clock.now()
      ? renderMail(
          { ...to, start_before: to.due_at, own_zone: await zoneOf(to.account_id) },
          leaseEndingMail,
          web,
        )
      : null,
  'timed-out': (to, { web }) =>
    to.state === 'timed_out' ? renderMail(to, timedOutMail, web) : null,
  'wait-ended': (to, { web }) =>
    to.state === 'offer_expired'
      ? renderMail({ ...to, closed: to.reason === 'session_closed' }, waitEndedMail, web)
      : null,
  decided: (to, { web }) =>
    isDecision(to.state) && !to.is_overturned
      ? owedWhere(
          to.is_paid,
          renderMail(
            {
              ...to,
              decision: to.state,
              unreviewed: to.state === 'approved' && to.moved_by === 'system',
              payment: paymentForMail(to),
            },
            decisionMail,
            web,
          ),
        )
      : null,
  'consent-withdrawn': (to, { web }) =>
    to.consent_reason === null
      ? null
      : renderMail({ ...to, reason: to.consent_reason }, consentWithdrawnMail, web),
} satisfies Record<string, Write>;

type Template = keyof typeof writers;
type EndEvent =
  | 'enrolment.lease-ending'
  | 'enrolment.participant-left'
  | 'enrolment.participant-decided'
  | 'enrolment.consent-withdrawn';

const mailAt = (template: Template, event: EndEvent, notice?: NoticeKind): MailDefinition => ({
  template,
  ...(notice && { notice }),
  on: {
    [event]: ({ data }: { data: { participation_id: string } }, services: MailDependencies) => [
      { accountId: null, write: () => writeEnded(template, data.participation_id, services) },
    ],
  },
});

export const participationEndMails = defineMails(
  'participation-ended',
  mailAt('lease-ending', 'enrolment.lease-ending', 'reminder'),
  mailAt('timed-out', 'enrolment.participant-left'),
  mailAt('wait-ended', 'enrolment.participant-left'),
  mailAt('decided', 'enrolment.participant-decided', 'decision'),
  mailAt('consent-withdrawn', 'enrolment.consent-withdrawn'),
);
