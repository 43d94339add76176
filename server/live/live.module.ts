import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ResearchersModule } from '../researchers/researchers.module';
import { AvailabilityPoller } from './availability-poller';
import { StudiesModule } from '../studies/studies.module';
import { EditingStudies } from './editing';
import { KnownAvailability } from './known-availability';
import { LiveGateway } from './live.gateway';
import { LocalChanges } from './local-changes';
import { RevocationPoller } from './revocation-poller';
import { SlowReaders } from './slow-readers';
import { SocketCounts } from './socket-counts';
import { SocketEntry } from './socket-entry';
import { Topics } from './topics';

@Module({
  imports: [AccountsModule, EnrolmentModule, ResearchersModule, StudiesModule],
  providers: [
    LiveGateway,
    Topics,
    KnownAvailability,
    EditingStudies,
    AvailabilityPoller,
    LocalChanges,
    RevocationPoller,
    SocketCounts,
    SocketEntry,
    SlowReaders,
  ],
})
export class LiveModule {}
