import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { NOTICE_PREFERENCE_LOOKUP } from '../platform/messaging/notice-gate';
import { RateLimit } from '../platform/security/rate-limit';
import { ChangePreferencesHandler } from './change-preferences.command';
import { StoredPreferenceLookup } from './preferences-gate';
import { NoticePreferencesRead } from './preferences.store';
import { UnsubscribeTokens } from './unsubscribe-tokens';
import { UnsubscribeHandler } from './unsubscribe.command';

/**
 * The module is global, so that the mail sender can inject the notification settings by a token.
 * The mail sender is in a lower context, which must not import this module.
 */
@Global()
@Module({
  imports: [CqrsModule],
  providers: [
    ChangePreferencesHandler,
    UnsubscribeHandler,
    NoticePreferencesRead,
    RateLimit,
    UnsubscribeTokens,
    { provide: NOTICE_PREFERENCE_LOOKUP, useClass: StoredPreferenceLookup },
  ],
  exports: [NOTICE_PREFERENCE_LOOKUP, NoticePreferencesRead],
})
export class NoticesModule {}
