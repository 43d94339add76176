import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { authenticationTexts } from '../../authentication-texts';

export const renderPasswordChanged = mailRenderer(
  authenticationTexts,
  (t, { greeting, web, moment }, { at }: { at: Date }) => ({
    subject: t('password_changed.subject'),
    heading: t('password_changed.heading'),
    blocks: [
      greeting,
      { kind: 'text', text: t('password_changed.body', { when: moment(at) }) },
      { kind: 'text', text: t('password_changed.ended') },
      { kind: 'button', label: t('password_changed.button'), url: `${web}/signin` },
      { kind: 'note', text: t('password_changed.note') },
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
  render: renderPasswordChanged,
});
