import { defineContext, ownRows } from '../platform/context';
import { mailErasure } from './mail.erasure';
import { MailConsumer } from './mail.consumer';
import { Mail } from './mail.entity';
import { MailModule } from './mail.module';
import { mailTexts } from './mail-texts';

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
        kept: '37 days after it was sent or dropped',
        expires: {
          key: 'key',
          where: `claimed_at <= $2::timestamptz - interval '30 days' AND state <> 'claimed'`,
        },
      },
    },
  ],
  exportFiles: [
    {
      name: 'mails',
      position: 130,
      explains: mailTexts.sentence('export.mails'),
      sections: [ownRows('mails', 'platform.mail', 'key')],
    },
  ],
  erasure: mailErasure,
});
