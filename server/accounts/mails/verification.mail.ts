import type { MailDefinition, MailDependencies } from '../../platform/messaging/mail-source';
import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { addressWithoutName, recipientColumns, type Recipient } from '../../mail/recipient';
import { accountsTexts } from '../accounts-texts';

/**
 * An identity provider that does not verify email addresses reliably. So this server sends a
 * verification mail to the address that the provider states.
 */
export type UnverifiedEmailProvider = 'google' | 'microsoft';
const names: Readonly<Record<UnverifiedEmailProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};

interface Verification {
  /**
   * The verification key in base64url, which is the first parameter in the link
   * (docs/specification.md, 6).
   */
  key: string;
  /**
   * The provider with which the account was registered; null for a registration with an address and
   * a password.
   */
  provider: UnverifiedEmailProvider | null;
  is_researcher: boolean;
}

/**
 * Renders the verification mail. It has no greeting, because the person who typed the address,
 * perhaps not their own, also chose the name.
 */
export const renderVerification = mailRenderer(
  accountsTexts,
  (t, { web }, { key, provider, is_researcher }: Verification) => ({
    subject: t('verification.subject'),
    heading: t('verification.heading'),
    blocks: [
      {
        kind: 'text',
        text:
          provider !== null
            ? t('verification.by_provider', { provider: names[provider] })
            : t(is_researcher ? 'verification.researcher' : 'verification.body'),
      },
      { kind: 'button', label: t('verification.button'), url: `${web}/verify?key=${key}` },
      { kind: 'note', text: t('verification.note') },
    ],
  }),
);

/**
 * Defines the verification mail. It contains the key of the newest verification.
 * @param providerOf reads the provider with which an account was registered. This context does not
 * know linked identities, so the authentication context passes this function and declares the mail
 */
export const verificationMail = (
  providerOf: (
    accountId: string,
    services: MailDependencies,
  ) => Promise<UnverifiedEmailProvider | null>,
): MailDefinition =>
  accountMail({
    template: 'verification',
    event: 'identity.verification-requested',
    read: async ({ data }, services) => {
      const { db, clock, secrets } = services;
      const [to]: (Recipient & {
        is_researcher: boolean;
        verification_id: string;
        key_hash: Buffer;
      })[] = await db.query(
        `SELECT ${recipientColumns}, a.is_researcher, v.id AS verification_id, v.key_hash
           FROM identity.person a JOIN identity.verification v ON v.account_id = a.id
           WHERE a.id = $1 AND a.status = 'NEW' AND v.expires_at > $2
           ORDER BY v.created_at DESC, v.id DESC LIMIT 1`,
        [data.account_id, clock.now()],
      );
      if (!to) return undefined;
      const key = secrets.linkKeyOf('verification-key', to.verification_id, to.key_hash);
      // The key was made under a version of SECRET_KEY that this process does not have yet; the
      // error makes the queue retry the mail.
      if (key === undefined) throw new Error('no version of SECRET_KEY made this verification');
      return { ...to, key, provider: await providerOf(data.account_id, services) };
    },
    render: renderVerification,
    addressOf: addressWithoutName,
  });
