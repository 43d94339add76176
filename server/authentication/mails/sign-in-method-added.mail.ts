import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { authenticationTexts } from '../authentication-texts';

/**
 * The names of companies, which are the same in every language. The single sign-on of an
 * organization gets a translated name instead.
 */
const names: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  orcid: 'ORCID',
};

interface AddedMethod {
  /** Null if the identity was unlinked before the mail was written. The mail then says so. */
  provider: string | null;
  at: Date;
}

export const renderSignInMethodAdded = mailRenderer(
  authenticationTexts,
  (t, { greeting, web, moment }, { provider, at }: AddedMethod) => ({
    subject: t('sign_in_method_added.subject'),
    heading: t('sign_in_method_added.heading'),
    blocks: [
      greeting,
      {
        kind: 'text',
        text: t('sign_in_method_added.body', {
          when: moment(at),
          provider:
            provider === null
              ? t('sign_in_method_added.removed')
              : (names[provider] ?? t('sign_in_method_added.organization')),
        }),
      },
      {
        kind: 'button',
        label: t('sign_in_method_added.button'),
        url: `${web}/profile/#sign-in-methods`,
      },
      { kind: 'note', text: t('sign_in_method_added.note') },
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
  render: renderSignInMethodAdded,
});
