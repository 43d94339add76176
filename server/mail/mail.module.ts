import { Module } from '@nestjs/common';
import { LivenessLockHolder } from './claim-holder';
import { MailSendingClaims } from './mail-claims';
import { MailSender } from './mail-sender';
import { MailTransport } from './mail-transport';

/** Sends each mail once. The contexts declare the mails. */
@Module({
  providers: [LivenessLockHolder, MailSendingClaims, MailTransport, MailSender],
  exports: [MailSender],
})
export class MailModule {}
