import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { accountsTexts } from '../accounts-texts';

/**
 * Renders the mail that informs the owner of an address that it was registered again. The person
 * who tried to register gets the same response as for an unknown address.
 */
export const renderEmailAlreadyRegistered = mailRenderer(accountsTexts, (t, { greeting, web }) => ({
  subject: t('known_address.subject'),
  heading: t('known_address.heading'),
  blocks: [
    greeting,
    { kind: 'text', text: t('known_address.body') },
    { kind: 'button', label: t('known_address.sign_in'), url: `${web}/signin` },
    { kind: 'text', text: t('known_address.forgotten') },
    { kind: 'button', label: t('known_address.reset'), url: `${web}/reset-password` },
    { kind: 'note', text: t('known_address.note') },
  ],
}));

export const emailAlreadyRegisteredMail = accountMail({
  template: 'known-address',
  event: 'identity.known-address-registered',
  read: async ({ data }, { db }) => {
    const [to]: Recipient[] = await db.query(
      `SELECT ${recipientColumns} FROM identity.person a
       WHERE a.id = $1 AND a.status = 'ACTIVE'`,
      [data.account_id],
    );
    return to;
  },
  render: renderEmailAlreadyRegistered,
});
