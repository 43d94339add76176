import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { NOTICE_GATE } from '../platform/messaging/notice-gate';
import { RateLimit } from '../platform/security/rate-limit';
import { ChangePreferencesHandler } from './change-preferences.command';
import { PreferencesGate } from './preferences-gate';
import { PreferencesRead } from './preferences.store';
import { UnsubscribeTokens } from './unsubscribe-tokens';
import { UnsubscribeHandler } from './unsubscribe.command';

/**
 * The module is global, because the mail sender, which is in a lower context, injects the
 * notification settings by a token.
 */
@Global()
@Module({
  imports: [CqrsModule],
  providers: [
    ChangePreferencesHandler,
    UnsubscribeHandler,
    PreferencesRead,
    RateLimit,
    UnsubscribeTokens,
    { provide: NOTICE_GATE, useClass: PreferencesGate },
  ],
  exports: [NOTICE_GATE, PreferencesRead],
})
export class NoticesModule {}
