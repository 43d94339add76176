import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { IdentityModule } from '../accounts/accounts.module';
import { CatchUp } from './availability-poller';
import { LiveGateway } from './live.gateway';
import { TokenCheck } from './revocation-poller';
import { Topics } from './topics';

@Module({
  imports: [IdentityModule, EnrolmentModule],
  providers: [LiveGateway, Topics, CatchUp, TokenCheck],
})
export class LiveModule {}
