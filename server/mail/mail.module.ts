import { Module } from '@nestjs/common';
import { AccountMails } from './account-letters';
import { MailClaims } from './mail-claims';
import { MailTransport } from './mail-transport';
import { MailConsumer } from './mail.consumer';
import { ParticipationMails } from './participation-letters';
import { MailSender } from './mail-sender';
import { ReviewMails } from './review-letters';

@Module({
  providers: [
    AccountMails,
    MailClaims,
    MailConsumer,
    MailTransport,
    ParticipationMails,
    MailSender,
    ReviewMails,
  ],
  exports: [MailConsumer],
})
export class MailModule {}
