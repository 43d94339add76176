import { Module } from '@nestjs/common';
import { ClaimHolder } from './claim-holder';
import { MailClaims } from './mail-claims';
import { MailSender } from './mail-sender';
import { MailTransport } from './mail-transport';

/** What sends a mail once; the mails themselves are declared by the contexts. */
@Module({
  providers: [ClaimHolder, MailClaims, MailTransport, MailSender],
  exports: [MailSender],
})
export class MailModule {}
