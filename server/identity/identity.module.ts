import { Module } from '@nestjs/common';
import { RateLimit } from '../platform/rate-limit';
import { ResearchersModule } from '../researchers/researchers.module';
import { AccountRead } from './account.read';
import { ActivateHandler } from './activate.command';
import { ChangeDemographicsHandler } from './change-demographics.command';
import { ChangeUserHandler } from './change-user.command';
import { ChangeProfileHandler } from './change-profile.command';
import { DemographicsRead } from './demographics.read';
import { Passwords } from './passwords';
import { PeopleRead } from './people.read';
import { PersonRead } from './person.read';
import { PurgeAccountHandler } from './purge-account.command';
import { RegisterHandler } from './register.command';
import { RequestDeletionHandler } from './request-deletion.command';
import { RequestResetHandler } from './request-reset.command';
import { RequestVerificationHandler } from './request-verification.command';
import { ResetPasswordHandler } from './reset-password.command';
import { SignInHandler } from './sign-in.command';
import { SignOutHandler } from './sign-out.command';
import { ForgetSecondFactorHandler } from './forget-second-factor.command';
import { MakeAdministratorHandler } from './make-administrator.command';
import { secondFactorProviders } from './second-factor/providers';
import { SecurityRead } from './second-factor/security.read';
import { EndSignInHandler } from './end-sign-in.command';
import { EndSignInsHandler } from './end-sign-ins.command';
import { SignInUse } from './sign-in-use';
import { SignInMethodsRead } from './sign-in-methods.read';
import { SignInsRead } from './sign-ins.read';
import { MaybeSignedIn, Recognised, SignedIn, SignedInOrByKey } from './signed-in.guard';
import { SamlModule } from './saml/saml.module';
import { waysIn } from './ways-in';

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
  EndSignInHandler,
  EndSignInsHandler,
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
const guards = [SignedIn, MaybeSignedIn, Recognised, SignedInOrByKey];

/** Accounts, ways in, deletion. Controllers are declared in app.module, so that the workers never load HTTP. */
@Module({
  imports: [ResearchersModule, SamlModule],
  providers: [
    ...handlers,
    ...reads,
    ...guards,
    ...secondFactorProviders,
    ...waysIn,
    SignInUse,
    Passwords,
    RateLimit,
  ],
  exports: [SamlModule, ...reads, ...guards, Passwords],
})
export class IdentityModule {}
