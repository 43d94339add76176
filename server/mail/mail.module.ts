import { Module, type DynamicModule } from '@nestjs/common';
import type { MailSource } from '../platform/messaging/mail-source';
import { MailClaims } from './mail-claims';
import { MailSender } from './mail-sender';
import { MailTransport } from './mail-transport';
import { MAIL_SOURCES, MailConsumer } from './mail.consumer';

@Module({})
export class MailModule {
  /** @param sources the mails of every context. */
  static for(sources: readonly MailSource[]): DynamicModule {
    return {
      module: MailModule,
      providers: [
        { provide: MAIL_SOURCES, useValue: sources },
        MailClaims,
        MailConsumer,
        MailTransport,
        MailSender,
      ],
      exports: [MailConsumer],
    };
  }
}
