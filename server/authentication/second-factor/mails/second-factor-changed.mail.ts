import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { defineMails } from '../../../platform/messaging/mail-source';
import { de } from './locales/de';
import { en } from './locales/en';

interface SecondFactors {
  totp: boolean;
  passkeys: number;
}

/**
 * Lists the factors of the account at the time of the mail and not the change, so that the mails
 * about several changes in a row agree with each other.
 */
export const secondFactorChanged = mailRenderer(
  { en, de },
  (
    { secondFactorChanged: t },
    { greeting, web, moment },
    { totp, passkeys, at }: SecondFactors & { at: Date },
  ) => {
    const factors = [...(totp ? [t.app] : []), ...(passkeys > 0 ? [t.passkeys(passkeys)] : [])];
    return {
      subject: t.subject,
      heading: t.heading,
      blocks: [
        greeting,
        { kind: 'text', text: t.body(moment(at)) },
        { kind: 'text', text: `${t.now}: ${factors.length > 0 ? factors.join(', ') : t.none}.` },
        { kind: 'button', label: t.button, url: `${web}/profile/#second-factor` },
        { kind: 'note', text: t.note },
      ],
    };
  },
);

const secondFactorChangedMail = accountMail({
  template: 'second-factor-changed',
  event: 'identity.second-factor-changed',
  read: async ({ data, at }, { db }) => {
    const [to]: (Recipient & SecondFactors)[] = await db.query(
      `SELECT ${recipientColumns},
         EXISTS (SELECT 1 FROM identity.totp t
           WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS totp,
         (SELECT count(*) FROM identity.passkey p WHERE p.account_id = a.id)::int AS passkeys
       FROM identity.person a WHERE a.id = $1`,
      [data.account_id],
    );
    return to && { ...to, at: new Date(at) };
  },
  render: secondFactorChanged,
});

export const secondFactorMails = defineMails(
  'authentication/second-factor',
  secondFactorChangedMail,
);
