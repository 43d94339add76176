import { accountMail } from '../../../mail/account-mail';
import { mailRenderer } from '../../../mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../mail/recipient';
import { defineMails } from '../../../platform/messaging/mail-source';
import { authenticationTexts } from '../../authentication-texts';

interface SecondFactors {
  totp: boolean;
  passkeys: number;
}

/**
 * Renders the mail that lists the second factors of the account. It shows the factors at the time
 * of writing and not the change, so that mails about several changes in a row do not contradict
 * each other.
 */
export const renderSecondFactorChanged = mailRenderer(
  authenticationTexts,
  (t, { greeting, web, moment }, { totp, passkeys, at }: SecondFactors & { at: Date }) => {
    const factors = [
      ...(totp ? [t('second_factor_changed.app')] : []),
      ...(passkeys > 0 ? [t('second_factor_changed.passkeys', { count: passkeys })] : []),
    ];
    return {
      subject: t('second_factor_changed.subject'),
      heading: t('second_factor_changed.heading'),
      blocks: [
        greeting,
        { kind: 'text', text: t('second_factor_changed.body', { when: moment(at) }) },
        {
          kind: 'text',
          text: `${t('second_factor_changed.now')}: ${factors.length > 0 ? factors.join(', ') : t('second_factor_changed.none')}.`,
        },
        {
          kind: 'button',
          label: t('second_factor_changed.button'),
          url: `${web}/profile/#second-factor`,
        },
        { kind: 'note', text: t('second_factor_changed.note') },
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
  render: renderSecondFactorChanged,
});

export const secondFactorMails = defineMails(
  'authentication/second-factor',
  secondFactorChangedMail,
);
