import { mailRenderer } from '../../mail/mail-renderer';
import { enrolmentTexts } from '../enrolment-texts';

interface ConsentWithdrawal {
  study_id: string;
  title: string;
  /** Why the researchers withdrew the consent form, in their own words. */
  reason: string;
  has_started: boolean;
}

/** The mail to participants whose version of the consent form was withdrawn (docs/domain.md, 3). */
export const consentWithdrawnMail = mailRenderer(
  enrolmentTexts,
  (t, { greeting, web }, { study_id, title, reason, has_started }: ConsentWithdrawal) => ({
    subject: t('consent_withdrawn.subject', { study: title }),
    heading: t('consent_withdrawn.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('consent_withdrawn.body') },
      { kind: 'quote', text: reason },
      {
        kind: 'text',
        text: t(has_started ? 'consent_withdrawn.started' : 'consent_withdrawn.not_started'),
      },
      { kind: 'facts', rows: [{ label: t('consent_withdrawn.study'), value: title }] },
      {
        kind: 'button',
        label: t('consent_withdrawn.button'),
        url: `${web}/study/details/${study_id}`,
      },
    ],
  }),
);
