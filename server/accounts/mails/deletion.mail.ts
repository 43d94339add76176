import type { MailServices } from '../../platform/messaging/mail-source';
import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { texts } from './account-texts';

interface Deletion {
  deletion_at: Date;
}

export const deletionRequested = mailRenderer(
  texts,
  ({ deletionRequested: t }, { greeting, web, day }, { deletion_at }: Deletion) => ({
    subject: t.subject,
    heading: t.heading,
    blocks: [
      greeting,
      { kind: 'text', text: t.body(day(deletion_at)) },
      { kind: 'text', text: t.what },
      { kind: 'text', text: t.keep },
      { kind: 'button', label: t.button, url: `${web}/signin` },
      { kind: 'note', text: t.note },
    ],
  }),
);

/** Seven days before the deletion (docs/domain.md, 11). */
export const deletionReminder = mailRenderer(
  texts,
  ({ deletionReminder: t }, { greeting, web, day }, { deletion_at }: Deletion) => ({
    subject: t.subject(day(deletion_at)),
    heading: t.heading,
    blocks: [
      greeting,
      { kind: 'text', text: t.body(day(deletion_at)) },
      { kind: 'text', text: t.keep },
      { kind: 'button', label: t.button, url: `${web}/signin` },
    ],
  }),
);

export const deletionCancelled = mailRenderer(
  texts,
  ({ deletionCancelled: t }, { greeting, moment }, { at }: { at: Date }) => ({
    subject: t.subject,
    heading: t.heading,
    blocks: [greeting, { kind: 'text', text: t.body(moment(at)) }, { kind: 'note', text: t.note }],
  }),
);

/** Nothing when the deletion was cancelled meanwhile or its day has come. */
const readPendingDeletion = async (
  { data }: { data: { account_id: string } },
  { db, clock }: MailServices,
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
    render: deletionRequested,
  }),
  accountMail({
    template: 'deletion-reminder',
    event: 'identity.deletion-reminder-due',
    read: readPendingDeletion,
    render: deletionReminder,
  }),
  accountMail({
    template: 'deletion-cancelled',
    event: 'identity.deletion-cancelled',
    // Nothing when the deletion was requested again meanwhile.
    read: async ({ data, at }, { db }) => {
      const [to]: Recipient[] = await db.query(
        `SELECT ${recipientColumns} FROM identity.person a
         WHERE a.id = $1 AND a.deletion_at IS NULL`,
        [data.account_id],
      );
      return to && { ...to, at: new Date(at) };
    },
    render: deletionCancelled,
  }),
];
