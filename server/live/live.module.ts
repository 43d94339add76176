import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ResearchersModule } from '../researchers/researchers.module';
import { AvailabilityPoller } from './availability-poller';
import { RuntimeModule } from '../runtime/runtime.module';
import { TeachingModule } from '../teaching/teaching.module';
import { StudiesModule } from '../studies/studies.module';
import { EditingStudies } from './editing';
import { KnownAvailability } from './known-availability';
import { LiveGateway } from './live.gateway';
import { LocalChanges } from './local-changes';
import { RevocationPoller } from './revocation-poller';
import { RunsWatching } from './runs-watching';
import { SlowReaders } from './slow-readers/slow-readers';
import { SocketCounts } from './limits/socket-counts';
import { SocketEntry } from './socket-entry';
import { Topics } from './topics';

@Module({
  imports: [
    AccountsModule,
    EnrolmentModule,
    ResearchersModule,
    RuntimeModule,
    StudiesModule,
    TeachingModule,
  ],
  providers: [
    LiveGateway,
    Topics,
    KnownAvailability,
    EditingStudies,
    AvailabilityPoller,
    LocalChanges,
    RevocationPoller,
    RunsWatching,
    SocketCounts,
    SocketEntry,
    SlowReaders,
  ],
})
export class LiveModule {}
