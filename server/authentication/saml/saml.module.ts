import { Module } from '@nestjs/common';
import { RateLimit } from '../../platform/security/rate-limit';
import { BeginSignOnHandler } from './begin-sign-on.command';
import { FinishSignOnHandler } from './finish-sign-on.command';
import { RedeemCodeHandler } from './redeem-code.command';
import { RemoveConnectionHandler } from './connections/remove-connection.command';
import { SamlConnectionRead } from './connections/saml-connection.read';
import { ServiceProvider } from './service-provider';
import { SsoTokens } from './sso-tokens';

const handlers = [
  BeginSignOnHandler,
  FinishSignOnHandler,
  RedeemCodeHandler,
  RemoveConnectionHandler,
];

/**
 * Single sign-on of organizations by SAML. The identity module imports it for the tokens that it
 * gives out.
 */
@Module({
  providers: [...handlers, SamlConnectionRead, ServiceProvider, SsoTokens, RateLimit],
  exports: [SamlConnectionRead, ServiceProvider, SsoTokens],
})
export class SamlModule {}
