import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ResearchersModule } from '../researchers/researchers.module';
import { AvailabilityPoller } from './availability-poller';
import { KnownAvailability } from './known-availability';
import { LiveGateway } from './live.gateway';
import { LocalChanges } from './local-changes';
import { RevocationPoller } from './revocation-poller';
import { SlowReaders } from './slow-readers';
import { SocketCounts } from './socket-counts';
import { SocketEntry } from './socket-entry';
import { Topics } from './topics';

@Module({
  imports: [AccountsModule, EnrolmentModule, ResearchersModule],
  providers: [
    LiveGateway,
    Topics,
    KnownAvailability,
    AvailabilityPoller,
    LocalChanges,
    RevocationPoller,
    SocketCounts,
    SocketEntry,
    SlowReaders,
  ],
})
export class LiveModule {}
