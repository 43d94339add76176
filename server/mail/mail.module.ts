import { Module } from '@nestjs/common';
import { ClaimHolder } from './claim-holder';
import { MailClaims } from './mail-claims';
import { MailSender } from './mail-sender';
import { MailTransport } from './mail-transport';

/** Sends each mail once. The contexts declare the mails. */
@Module({
  providers: [ClaimHolder, MailClaims, MailTransport, MailSender],
  exports: [MailSender],
})
export class MailModule {}
