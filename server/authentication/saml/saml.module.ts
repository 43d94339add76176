import { Module } from '@nestjs/common';
import { RateLimit } from '../../platform/security/rate-limit';
import { BeginSignOnHandler } from './begin-sign-on.command';
import { FinishSignOnHandler } from './finish-sign-on.command';
import { RedeemCodeHandler } from './redeem-code.command';
import { RemoveConnectionHandler } from './connections/remove-connection.command';
import { EncryptionKey } from './encryption/encryption-key';
import { SamlConnectionRead } from './connections/saml-connection.read';
import { SamlStrategy } from './saml.strategy';
import { SsoTokens } from './sso-tokens';

const handlers = [
  BeginSignOnHandler,
  FinishSignOnHandler,
  RedeemCodeHandler,
  RemoveConnectionHandler,
];

/**
 * Single sign-on for organizations by SAML. The accounts module imports this module in order to
 * redeem the SAML tokens.
 */
@Module({
  providers: [...handlers, EncryptionKey, SamlConnectionRead, SamlStrategy, SsoTokens, RateLimit],
  exports: [SamlConnectionRead, SamlStrategy, SsoTokens],
})
export class SamlModule {}
