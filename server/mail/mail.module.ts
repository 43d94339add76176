import { Module } from '@nestjs/common';
import { AccountLetters } from './account-letters';
import { MailClaims } from './mail-claims';
import { MailTransport } from './mail-transport';
import { MailConsumer } from './mail.consumer';
import { ParticipationLetters } from './participation-letters';
import { Post } from './mail-sender';
import { ReviewLetters } from './review-letters';

@Module({
  providers: [
    AccountLetters,
    MailClaims,
    MailConsumer,
    MailTransport,
    ParticipationLetters,
    Post,
    ReviewLetters,
  ],
  exports: [MailConsumer],
})
export class MailModule {}
