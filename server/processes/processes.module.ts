import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthenticationModule } from '../authentication/authentication.module';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { RateLimit } from '../platform/security/rate-limit';
import { ResearchersModule } from '../researchers/researchers.module';
import { ArchiveStudyHandler } from './archive-study.command';
import { PurgeAccountHandler } from './purge-account.command';
import { RestoreStudyHandler } from './restore-study.command';
import { ActivateAccountHandler } from './registration/activate.command';
import { MakeAdministratorHandler } from './registration/make-administrator.command';
import { RegisterHandler } from './registration/register.command';
import { ComputeReviewSignalsHandler } from './reviews/compute-signals.command';
import { RecomputeReviewSignalsHandler } from './reviews/recompute-signals.command';
import { FinishOidcHandler } from './sign-in/finish-oidc.command';
import { SignInWithTokenHandler } from './sign-in/sign-in-with-token.command';
import { StartOidcHandler } from './sign-in/start-oidc.command';
import { AddConnectionHandler } from './sso-connections/add-connection.command';
import { ChangeConnectionHandler } from './sso-connections/change-connection.command';
import { DecideConnectionChangeHandler } from './sso-connections/decide-trust.command';
import { ChangeProfileHandler } from './users/change-profile.command';
import { ChangeUserHandler } from './users/change-user.command';
import { PeopleRead } from './users/people.read';
import { PublicProfileRead } from './users/public-profile.read';
import { RequestDeletionHandler } from './users/request-deletion.command';

const handlers = [
  RegisterHandler,
  ActivateAccountHandler,
  MakeAdministratorHandler,
  SignInWithTokenHandler,
  StartOidcHandler,
  FinishOidcHandler,
  ChangeProfileHandler,
  ChangeUserHandler,
  RequestDeletionHandler,
  ComputeReviewSignalsHandler,
  RecomputeReviewSignalsHandler,
  AddConnectionHandler,
  ChangeConnectionHandler,
  DecideConnectionChangeHandler,
  PurgeAccountHandler,
  ArchiveStudyHandler,
  RestoreStudyHandler,
];
const reads = [PeopleRead, PublicProfileRead];

/**
 * Operations that involve several contexts. Each operation opens one transaction and passes it to
 * functions of these contexts. The controllers are listed in processes.context.ts, because only the
 * server loads them: the workers never load HTTP.
 */
@Module({
  imports: [CqrsModule, AuthenticationModule, CatalogueModule, ResearchersModule],
  providers: [...handlers, ...reads, RateLimit],
  exports: [AuthenticationModule, ResearchersModule, ...reads],
})
export class ProcessesModule {}
