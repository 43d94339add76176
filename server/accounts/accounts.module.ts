import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RateLimit } from '../platform/security/rate-limit';
import { ChangeDemographicsHandler } from './change-demographics.command';
import { DemographicsRead } from './demographics.read';
import { RequestVerificationHandler } from './request-verification.command';

/**
 * The profile of an account, and its verification. Controllers are declared in app.ts, so that the
 * workers never load HTTP.
 */
@Module({
  imports: [AccessModule],
  providers: [RequestVerificationHandler, ChangeDemographicsHandler, DemographicsRead, RateLimit],
  exports: [AccessModule, DemographicsRead],
})
export class AccountsModule {}
