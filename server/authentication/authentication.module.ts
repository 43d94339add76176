import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AccountRead } from './account.read';
import { Passwords } from './password/passwords';
import { RequestResetHandler } from './password/request-reset.command';
import { ResetPasswordHandler } from './password/reset-password.command';
import { SignInHandler } from './password/sign-in.command';
import { RevokeSignInHandler } from './sign-ins/revoke-sign-in.command';
import { RevokeSignInsHandler } from './sign-ins/revoke-sign-ins.command';
import { KnownPlaces } from './known-places/known-places';
import { SamlModule } from './saml/saml.module';
import { ForgetSecondFactorHandler } from './second-factor/forget-second-factor.command';
import { secondFactorProviders } from './second-factor/providers';
import { SecurityRead } from './second-factor/security.read';
import { SignInMethodsRead } from './sign-in-methods.read';
import { signInProviders } from './sign-in-providers';
import { SignInsRead } from './sign-ins/sign-ins.read';
import { SignOutHandler } from './sign-ins/sign-out.command';

const handlers = [
  SignInHandler,
  SignOutHandler,
  RequestResetHandler,
  ResetPasswordHandler,
  ForgetSecondFactorHandler,
  RevokeSignInHandler,
  RevokeSignInsHandler,
];
const reads = [AccountRead, SignInsRead, SecurityRead, SignInMethodsRead];

/**
 * The sign-in methods (passwords, identities at other providers, the second factor) and the
 * sign-ins made with them.
 */
@Module({
  imports: [AccountsModule, SamlModule],
  providers: [
    ...handlers,
    ...reads,
    ...secondFactorProviders,
    ...signInProviders,
    KnownPlaces,
    Passwords,
    RateLimit,
  ],
  exports: [AccountsModule, SamlModule, ...reads, ...signInProviders, KnownPlaces, Passwords],
})
export class AuthenticationModule {}
