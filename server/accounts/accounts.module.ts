import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AskForDeletionHandler } from './ask-for-deletion.command';
import { ChangeDemographicsHandler } from './demographics/change-demographics.command';
import { DeletionRequestRead } from './deletion-request.read';
import { DemographicsRead } from './demographics/demographics.read';
import { RequestVerificationHandler } from './request-verification.command';
import { TakeBackDeletionRequestHandler } from './take-back-deletion-request.command';

/**
 * Accounts' profiles and their verification. The context declares the controllers, so that the
 * workers never load HTTP code.
 */
@Module({
  imports: [AccessModule],
  providers: [
    RequestVerificationHandler,
    ChangeDemographicsHandler,
    AskForDeletionHandler,
    TakeBackDeletionRequestHandler,
    DeletionRequestRead,
    DemographicsRead,
    RateLimit,
  ],
  exports: [AccessModule, DeletionRequestRead, DemographicsRead],
})
export class AccountsModule {}
