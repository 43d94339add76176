import { addresseeOf } from '../../enrolment/mails/addressee.read';
import { renderMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { isAdministratorSql, recipientColumns, type Recipient } from '../../mail/recipient';
import {
  defineMails,
  type AddressedMail,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { messagesTexts } from '../messages-texts';
import { accountsRunningStudy } from '../accounts-running-study';
import { isShownToParticipantSql, conversationsFromSql } from '../conversation-list';

/**
 * Renders the email. It says only that a message waits, but not what it says, who wrote it, or
 * which study it is about.
 */
const waiting = (path: '/messages' | '/messages?tab=studies', kind: 'own' | 'of_studies') =>
  mailRenderer(messagesTexts, (t, { greeting, web }) => ({
    subject: t(`waiting.subject`),
    heading: t(`waiting.heading`),
    blocks: [
      greeting,
      { kind: 'text', text: t(`waiting.${kind}`) },
      { kind: 'button', label: t('waiting.button'), url: `${web}${path}` },
      { kind: 'note', text: t('waiting.note') },
    ],
  }));
export const participantMessageMail = waiting('/messages', 'own');
export const researcherMessageMail = waiting('/messages?tab=studies', 'of_studies');

export const reportedMessageMail = mailRenderer(messagesTexts, (t, { greeting, web }) => ({
  subject: t('reported.subject'),
  heading: t('reported.heading'),
  blocks: [
    greeting,
    { kind: 'text', text: t('reported.body') },
    { kind: 'button', label: t('reported.button'), url: `${web}/admin/messages` },
  ],
}));

/**
 * Renders the mail to a participant.
 * @returns null, so that no mail is sent, if the participant has read the message, or has moved to
 * another session and can no longer read it
 */
async function toParticipant(
  { participation_id, session_id }: { participation_id: string; session_id: string },
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const [unread]: object[] = await services.db.query(
    `SELECT FROM ${conversationsFromSql} WHERE c.session_id = $1 AND c.participation_id = $2
       AND c.by_researcher > c.participant_read AND ${isShownToParticipantSql}`,
    [session_id, participation_id],
  );
  const to = unread && (await addresseeOf(participation_id, services));
  return to ? renderMail(to, participantMessageMail, services.web) : null;
}

/**
 * Renders the mail to a researcher.
 * @returns null, so that no mail is sent, if a researcher of the study has read the message, or if
 * the recipient no longer runs the study
 */
async function toResearcher(
  { session_id, study_id }: { session_id: string; study_id: string },
  accountId: string,
  { db, web }: MailDependencies,
): Promise<AddressedMail | null> {
  const [unread]: object[] = await db.query(
    `SELECT FROM research.conversation WHERE session_id = $1 AND by_participant > researcher_read
     LIMIT 1`,
    [session_id],
  );
  if (!unread || !(await accountsRunningStudy(db, study_id)).includes(accountId)) return null;
  return renderMail(await personOf(db, accountId), researcherMessageMail, web);
}

async function personOf(db: MailDependencies['db'], accountId: string) {
  const [to]: Recipient[] = await db.query(
    `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1`,
    [accountId],
  );
  return to && { ...to, account_id: accountId };
}

export const messageMails = defineMails(
  'messages',
  {
    template: 'message-waits',
    notice: 'message',
    on: {
      'messages.participant-notice-due': ({ data }, services) => [
        { accountId: null, write: () => toParticipant(data, services) },
      ],
      'messages.researchers-notice-due': async ({ data }, services) =>
        (await accountsRunningStudy(services.db, data.study_id)).map((account) => ({
          accountId: account,
          recipient: account,
          write: () => toResearcher(data, account, services),
        })),
    },
  },
  {
    // Administrators cannot switch this mail off, since deciding about reports is their duty.
    template: 'message-reported',
    on: {
      'messages.message-reported': async ({ data }, services) => {
        const administrators: { id: string }[] = await services.db.query(
          `SELECT a.id FROM identity.account_profile a WHERE ${isAdministratorSql('a')} ORDER BY a.id`,
        );
        return administrators.map(({ id }) => ({
          accountId: id,
          recipient: id,
          write: async () => {
            const [open]: object[] = await services.db.query(
              `SELECT FROM research.message_report WHERE id = $1 AND state = 'open'`,
              [data.report_id],
            );
            return open
              ? renderMail(await personOf(services.db, id), reportedMessageMail, services.web)
              : null;
          },
        }));
      },
    },
  },
);
