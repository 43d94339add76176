import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { enrolmentTexts } from '../enrolment-texts';
import { isSessionClosingSoon } from '../deadlines/closing-notices.job';
import { addresseeOf } from './addressee.read';

interface Closing {
  study_id: string;
  title: string;
  ends: Date;
  start_before: Date;
}

/**
 * The mail that reminds a participant who has a seat and has not started, a day before the session
 * ends.
 */
export const sessionClosingMail = mailRenderer(
  enrolmentTexts,
  (t, { greeting, web, moment }, { study_id, title, ends, start_before }: Closing) => ({
    subject: t('closing.subject', { study: title }),
    heading: t('closing.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('closing.body') },
      {
        kind: 'facts',
        rows: [
          { label: t('closing.study'), value: title },
          { label: t('closing.ends'), value: moment(ends) },
          { label: t('closing.start_before'), value: moment(start_before) },
        ],
      },
      { kind: 'button', label: t('closing.button'), url: `${web}/study/details/${study_id}` },
      { kind: 'note', text: t('closing.note') },
    ],
  }),
);

/** Writes no mail if the person has started or left in the meantime, or the session's end was moved to a later date. */
async function write(
  participationId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  const now = services.clock.now();
  if (to?.state !== 'enrolled' || to.due_at === null || to.due_at <= now) return null;
  if (to.closes_at === null || !isSessionClosingSoon(to.closes_at, now)) return null;
  return renderMail(
    { ...to, ends: to.closes_at, start_before: to.due_at },
    sessionClosingMail,
    services.web,
  );
}

export const sessionClosingMails = defineMails('session-closing', {
  template: 'session-closing',
  notice: 'session_closing',
  on: {
    'enrolment.closing-ahead': ({ data }, services) => [
      { accountId: null, write: () => write(data.participation_id, services) },
    ],
  },
});
