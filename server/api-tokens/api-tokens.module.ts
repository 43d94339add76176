import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RateLimit } from '../platform/security/rate-limit';
import { EndApiTokenHandler } from './end-api-token.command';
import { MakeApiTokenHandler } from './make-api-token.command';
import { OwnApiTokensRead } from './own-api-tokens.read';

/** Researchers create, list and end the API tokens of their own programs. */
@Module({
  imports: [CqrsModule],
  providers: [MakeApiTokenHandler, EndApiTokenHandler, OwnApiTokensRead, RateLimit],
  exports: [OwnApiTokensRead],
})
export class ApiTokensModule {}
