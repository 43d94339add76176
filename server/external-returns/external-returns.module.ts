import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AcceptReturnHandler } from './accept-return.command';
import { ExternalReturnsRead } from './external-returns.read';
import { ExternalSecrets } from './external-secrets';
import { RenewExternalSecretHandler } from './renew-external-secret.command';

/** How participants return from external studies (docs/domain.md, 6). */
@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    AcceptReturnHandler,
    RenewExternalSecretHandler,
    ExternalReturnsRead,
    ExternalSecrets,
    RateLimit,
  ],
  exports: [ExternalReturnsRead],
})
export class ExternalReturnsModule {}
