import { Module } from '@nestjs/common';
import { RateLimit } from '../platform/rate-limit';
import { AccountRead } from './account.read';
import { ActivateHandler } from './activate.command';
import { ChangeDemographicsHandler } from './change-demographics.command';
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
import { MakeAdministratorHandler } from './make-administrator.command';
import { MaybeSignedIn, Recognised, SignedIn } from './signed-in.guard';

const handlers = [
  RegisterHandler, ActivateHandler, RequestVerificationHandler, SignInHandler, SignOutHandler, ChangeProfileHandler, RequestDeletionHandler,
  RequestResetHandler, ResetPasswordHandler, ChangeDemographicsHandler, PurgeAccountHandler, MakeAdministratorHandler,
];
const reads = [PersonRead, AccountRead, PeopleRead, DemographicsRead];
const guards = [SignedIn, MaybeSignedIn, Recognised];

/** Accounts, ways in, deletion. Controllers are declared in app.module, so that the workers never load HTTP. */
@Module({ providers: [...handlers, ...reads, ...guards, Passwords, RateLimit], exports: [...reads, ...guards, Passwords] })
export class IdentityModule {}
