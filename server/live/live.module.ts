import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ResearchersModule } from '../researchers/researchers.module';
import { AvailabilityPoller } from './availability-poller';
import { LiveGateway } from './live.gateway';
import { RevocationPoller } from './revocation-poller';
import { Topics } from './topics';

@Module({
  imports: [AccountsModule, EnrolmentModule, ResearchersModule],
  providers: [LiveGateway, Topics, AvailabilityPoller, RevocationPoller],
})
export class LiveModule {}
