import type { MailDependencies } from '../../platform/messaging/mail-source';
import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { accountsTexts } from '../accounts-texts';

interface Deletion {
  deletion_at: Date;
}

export const renderDeletionRequested = mailRenderer(
  accountsTexts,
  (t, { greeting, web, day }, { deletion_at }: Deletion) => ({
    subject: t('deletion_requested.subject'),
    heading: t('deletion_requested.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('deletion_requested.body', { when: day(deletion_at) }) },
      { kind: 'text', text: t('deletion_requested.what') },
      { kind: 'text', text: t('deletion_requested.keep') },
      { kind: 'button', label: t('deletion_requested.button'), url: `${web}/signin` },
      { kind: 'note', text: t('deletion_requested.note') },
    ],
  }),
);

/** Renders the reminder that is sent seven days before the deletion (docs/domain.md, 11). */
export const renderDeletionReminder = mailRenderer(
  accountsTexts,
  (t, { greeting, web, day }, { deletion_at }: Deletion) => ({
    subject: t('deletion_reminder.subject', { when: day(deletion_at) }),
    heading: t('deletion_reminder.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('deletion_reminder.body', { when: day(deletion_at) }) },
      { kind: 'text', text: t('deletion_reminder.keep') },
      { kind: 'button', label: t('deletion_reminder.button'), url: `${web}/signin` },
    ],
  }),
);

export const renderDeletionCancelled = mailRenderer(
  accountsTexts,
  (t, { greeting, moment }, { at }: { at: Date }) => ({
    subject: t('deletion_cancelled.subject'),
    heading: t('deletion_cancelled.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('deletion_cancelled.body', { when: moment(at) }) },
      { kind: 'note', text: t('deletion_cancelled.note') },
    ],
  }),
);

/**
 * Reads the data of the mail. Returns nothing, so that no mail is sent, if the deletion was
 * cancelled in the meantime or its day has come.
 */
const readPendingDeletion = async (
  { data }: { data: { account_id: string } },
  { db, clock }: MailDependencies,
): Promise<(Recipient & Deletion) | undefined> => {
  const [to]: (Recipient & Deletion)[] = await db.query(
    `SELECT ${recipientColumns}, a.deletion_at FROM identity.person a
     WHERE a.id = $1 AND a.deletion_at > $2`,
    [data.account_id, clock.now()],
  );
  return to;
};

export const deletionMails = [
  accountMail({
    template: 'deletion-asked',
    event: 'identity.deletion-requested',
    read: readPendingDeletion,
    render: renderDeletionRequested,
  }),
  accountMail({
    template: 'deletion-reminder',
    event: 'identity.deletion-reminder-due',
    read: readPendingDeletion,
    render: renderDeletionReminder,
  }),
  accountMail({
    template: 'deletion-cancelled',
    event: 'identity.deletion-cancelled',
    // Returns nothing, so that no mail is sent, if the deletion was requested again in the
    // meantime.
    read: async ({ data, at }, { db }) => {
      const [to]: Recipient[] = await db.query(
        `SELECT ${recipientColumns} FROM identity.person a
         WHERE a.id = $1 AND a.deletion_at IS NULL`,
        [data.account_id],
      );
      return to && { ...to, at: new Date(at) };
    },
    render: renderDeletionCancelled,
  }),
];
