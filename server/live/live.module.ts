import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ResearchersModule } from '../researchers/researchers.module';
import { AvailabilityPoller } from './availability-poller';
import { RuntimeModule } from '../runtime/runtime.module';
import { TeachingModule } from '../teaching/teaching.module';
import { StudiesModule } from '../studies/studies.module';
import { StudyEditorPresence } from './study-editor-presence';
import { AvailabilitySender } from './availability-sender';
import { LiveGateway } from './live.gateway';
import { LocalSessionChangeSender } from './local-changes';
import { RevocationPoller } from './revocation-poller';
import { RunCountsSender } from './run-counts-sender';
import { SlowReaderDisconnector } from './slow-readers/slow-readers';
import { SocketCounts } from './limits/socket-counts';
import { SocketAdmission } from './socket-admission';
import { LiveTopicRooms } from './topics';

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
    LiveTopicRooms,
    AvailabilitySender,
    StudyEditorPresence,
    AvailabilityPoller,
    LocalSessionChangeSender,
    RevocationPoller,
    RunCountsSender,
    SocketCounts,
    SocketAdmission,
    SlowReaderDisconnector,
  ],
})
export class LiveModule {}
