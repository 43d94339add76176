import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { texts } from './account-texts';

/**
 * Tells the owner of an address that it was registered again. The person who tried gets the same
 * answer as for an unknown address.
 */
export const knownAddress = mailRenderer(texts, ({ knownAddress: t }, { greeting, web }) => ({
  subject: t.subject,
  heading: t.heading,
  blocks: [
    greeting,
    { kind: 'text', text: t.body },
    { kind: 'button', label: t.signIn, url: `${web}/signin` },
    { kind: 'text', text: t.forgotten },
    { kind: 'button', label: t.reset, url: `${web}/reset-password` },
    { kind: 'note', text: t.note },
  ],
}));

export const knownAddressMail = accountMail({
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
  render: knownAddress,
});
