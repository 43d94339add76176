import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { de } from './locales/de';
import { en } from './locales/en';

/** Company names, the same in every language. An organization's single sign-on has none. */
const names: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  orcid: 'ORCID',
};

interface AddedMethod {
  /** Null when it was unlinked before the mail was written; the mail is sent nevertheless. */
  provider: string | null;
  at: Date;
}

export const signInMethodAdded = mailRenderer(
  { en, de },
  ({ signInMethodAdded: t }, { greeting, web, moment }, { provider, at }: AddedMethod) => ({
    subject: t.subject,
    heading: t.heading,
    blocks: [
      greeting,
      {
        kind: 'text',
        text: t.body(
          provider === null ? t.removed : (names[provider] ?? t.organization),
          moment(at),
        ),
      },
      { kind: 'button', label: t.button, url: `${web}/profile/#sign-in-methods` },
      { kind: 'note', text: t.note },
    ],
  }),
);

export const signInMethodAddedMail = accountMail({
  template: 'way-in-added',
  event: 'identity.identity-linked',
  read: async ({ data, at }, { db }) => {
    const [to]: (Recipient & { provider: string | null })[] = await db.query(
      `SELECT ${recipientColumns}, i.provider FROM identity.person a
       LEFT JOIN identity.identity i ON i.account_id = a.id AND i.id = $2 WHERE a.id = $1`,
      [data.account_id, data.identity_id],
    );
    return to && { ...to, at: new Date(at) };
  },
  render: signInMethodAdded,
});
