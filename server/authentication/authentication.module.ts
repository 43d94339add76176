import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AccountRead } from './account.read';
import { Passwords } from './password/passwords';
import { RequestPasswordResetHandler } from './password/request-reset.command';
import { ResetPasswordHandler } from './password/reset-password.command';
import { SignInHandler } from './password/sign-in.command';
import { RevokeSignInHandler } from './sign-ins/revoke-sign-in.command';
import { RevokeSignInsHandler } from './sign-ins/revoke-sign-ins.command';
import { KnownPlaces } from './known-places/known-places';
import { SamlModule } from './saml/saml.module';
import { ForgetSecondFactorHandler } from './second-factor/forget-second-factor.command';
import { secondFactorNestProviders } from './second-factor/nest-providers';
import { AccountSecurityRead } from './second-factor/security.read';
import { SignInMethodsRead } from './sign-in-methods.read';
import { signInNestProviders } from './sign-in-providers';
import { SignInsRead } from './sign-ins/sign-ins.read';
import { SignOutHandler } from './sign-ins/sign-out.command';

const handlers = [
  SignInHandler,
  SignOutHandler,
  RequestPasswordResetHandler,
  ResetPasswordHandler,
  ForgetSecondFactorHandler,
  RevokeSignInHandler,
  RevokeSignInsHandler,
];
const reads = [AccountRead, SignInsRead, AccountSecurityRead, SignInMethodsRead];

/**
 * The sign-in methods (passwords, identities at other providers, the second factor) and the
 * sign-ins made with them.
 */
@Module({
  imports: [AccountsModule, SamlModule],
  providers: [
    ...handlers,
    ...reads,
    ...secondFactorNestProviders,
    ...signInNestProviders,
    KnownPlaces,
    Passwords,
    RateLimit,
  ],
  exports: [AccountsModule, SamlModule, ...reads, ...signInNestProviders, KnownPlaces, Passwords],
})
export class AuthenticationModule {}
