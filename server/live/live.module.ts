import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { IdentityModule } from '../identity/identity.module';
import { CatchUp } from './catch-up';
import { LiveGateway } from './live.gateway';
import { TokenCheck } from './token-check';
import { Topics } from './topics';

@Module({
  imports: [IdentityModule, EnrolmentModule],
  providers: [LiveGateway, Topics, CatchUp, TokenCheck],
})
export class LiveModule {}
