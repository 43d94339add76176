import { Module } from '@nestjs/common';
import { MailClaims, MailSender } from './mail-sender';
import { MailTransport } from './mail-transport';

/** What sends a mail once; the mails themselves are declared by the contexts. */
@Module({
  providers: [MailClaims, MailTransport, MailSender],
  exports: [MailSender],
})
export class MailModule {}
