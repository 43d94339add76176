import { Module } from '@nestjs/common';
import { RateLimit } from '../platform/security/rate-limit';
import { ResearchersModule } from '../researchers/researchers.module';
import { AccountRead } from './account.read';
import { ActivateHandler } from './activate.command';
import { ChangeDemographicsHandler } from './change-demographics.command';
import { ChangeUserHandler } from './change-user.command';
import { ChangeProfileHandler } from './change-profile.command';
import { DemographicsRead } from './demographics.read';
import { Passwords } from '../authentication/password/passwords';
import { PeopleRead } from './people.read';
import { PersonRead } from '../access/person.read';
import { PurgeAccountHandler } from '../processes/purge-account.command';
import { RegisterHandler } from './register.command';
import { RequestDeletionHandler } from './request-deletion.command';
import { RequestResetHandler } from '../authentication/password/request-reset.command';
import { RequestVerificationHandler } from './request-verification.command';
import { ResetPasswordHandler } from '../authentication/password/reset-password.command';
import { SignInHandler } from '../authentication/password/sign-in.command';
import { SignOutHandler } from '../authentication/sign-out.command';
import { ForgetSecondFactorHandler } from '../authentication/second-factor/forget-second-factor.command';
import { MakeAdministratorHandler } from './make-administrator.command';
import { secondFactorProviders } from '../authentication/second-factor/providers';
import { SecurityRead } from '../authentication/second-factor/security.read';
import { RevokeSignInHandler } from '../authentication/revoke-sign-in.command';
import { RevokeSignInsHandler } from '../authentication/revoke-sign-ins.command';
import { TokenLastUsed } from '../access/token-last-used';
import { SignInMethodsRead } from '../authentication/sign-in-methods.read';
import { SignInsRead } from '../authentication/sign-ins.read';
import { SamlModule } from '../authentication/saml/saml.module';
import { signInProviders } from '../authentication/sign-in-providers';

const handlers = [
  RegisterHandler,
  ActivateHandler,
  RequestVerificationHandler,
  SignInHandler,
  SignOutHandler,
  ChangeProfileHandler,
  RequestDeletionHandler,
  ChangeUserHandler,
  RequestResetHandler,
  ResetPasswordHandler,
  ChangeDemographicsHandler,
  PurgeAccountHandler,
  MakeAdministratorHandler,
  ForgetSecondFactorHandler,
  RevokeSignInHandler,
  RevokeSignInsHandler,
];
const reads = [
  PersonRead,
  AccountRead,
  PeopleRead,
  DemographicsRead,
  SignInsRead,
  SecurityRead,
  SignInMethodsRead,
];

/**
 * Accounts, ways in, deletion. Controllers are declared in app.module, so that the workers never
 * load HTTP.
 */
@Module({
  imports: [ResearchersModule, SamlModule],
  providers: [
    ...handlers,
    ...reads,
    ...secondFactorProviders,
    ...signInProviders,
    TokenLastUsed,
    Passwords,
    RateLimit,
  ],
  exports: [SamlModule, ...reads, Passwords],
})
export class AccountsModule {}
