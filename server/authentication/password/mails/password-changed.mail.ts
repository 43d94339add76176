import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { texts } from './password-texts';

export const passwordChanged = mailRenderer(
  texts,
  ({ passwordChanged: t }, { greeting, web, moment }, { at }: { at: Date }) => ({
    subject: t.subject,
    heading: t.heading,
    blocks: [
      greeting,
      { kind: 'text', text: t.body(moment(at)) },
      { kind: 'text', text: t.ended },
      { kind: 'button', label: t.button, url: `${web}/signin` },
      { kind: 'note', text: t.note },
    ],
  }),
);

export const passwordChangedMail = accountMail({
  template: 'password-changed',
  event: 'identity.password-reset',
  read: async ({ data, at }, { db }) => {
    const [to]: Recipient[] = await db.query(
      `SELECT ${recipientColumns} FROM identity.person a WHERE a.id = $1`,
      [data.account_id],
    );
    return to && { ...to, at: new Date(at) };
  },
  render: passwordChanged,
});
