import { defineContext, accountRowsSection } from '../platform/context/context';
import { mailErasure } from './mail.erasure';
import { MailConsumer } from './mail.consumer';
import { Mail } from './mail.entity';
import { MailModule } from './mail.module';
import { mailTexts } from './mail-texts';

const keyPurposes = ['mail-key'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const mail = defineContext({
  name: 'mail',
  about: 'Sends each mail once: claims, layout, transport.',
  texts: [mailTexts],
  workerModules: () => Promise.resolve([MailModule]),
  consumers: { mail: MailConsumer },
  tables: [
    {
      entity: Mail,
      holds: 'that a mail of a kind was sent, when; without account for a participation',
      personalData: {
        about: 'the account holder it was sent to',
        erased: { by: 'statement' },
        exported: { in: 'mails' },
      },
      retention: {
        kept: '37 days after it was sent or dropped; about a participation an hour',
        expires: {
          key: 'key',
          where: `(account_id IS NOT NULL AND claimed_at <= $2::timestamptz - interval '30 days'
            OR (account_id IS NULL AND claimed_at <= $1::timestamptz - interval '1 hour'))
            AND state <> 'claimed'`,
        },
      },
    },
  ],
  exportFiles: [
    {
      name: 'mails',
      position: 130,
      explains: mailTexts.sentence('export.mails'),
      sections: [accountRowsSection('mails', 'platform.mail', 'key', 'holder')],
    },
  ],
  keyPurposes,
  erasure: mailErasure,
});
