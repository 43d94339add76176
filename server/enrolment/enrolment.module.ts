import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '../accounts/accounts.module';
import { RateLimit } from '../platform/security/rate-limit';
import { Admission } from './seats/seat-allocator';
import { ChangeSessionHandler } from './sessions/change-session.command';
import { CreateSessionHandler } from './sessions/create-session.command';
import { Deadlines } from './seats/deadlines';
import { EnrolButtonRead } from './participations/enrolment-status.read';
import { EnrolHandler } from './participations/enrol.command';
import { HistoryRead } from './participations/history.read';
import { LaunchedSessionRead } from './sessions/launched-session.read';
import { MoveParticipationHandler } from './participations/transition-participation.command';
import { PauseSessionsOfHandler } from './sessions/pause-owner-sessions.command';
import { ParticipantRead } from './participations/participation-owner.read';
import { ParticipantsRead } from './eligibility/eligible-count.read';
import { ProfileRead } from './eligibility/profile.read';
import { RosterRead } from './rosters/roster.read';
import { SealAgreements } from './participations/seal-agreements';
import { SessionTileRead } from './sessions/session-availability.read';
import { SessionRead } from './sessions/session.read';

const handlers = [
  EnrolHandler,
  CreateSessionHandler,
  ChangeSessionHandler,
  MoveParticipationHandler,
  PauseSessionsOfHandler,
];
const reads = [
  EnrolButtonRead,
  HistoryRead,
  LaunchedSessionRead,
  ParticipantRead,
  ParticipantsRead,
  ProfileRead,
  RosterRead,
  SessionTileRead,
  SessionRead,
];

/** Sessions, seats, participations: the core. */
@Module({
  imports: [CqrsModule, IdentityModule],
  providers: [...handlers, ...reads, Admission, Deadlines, RateLimit, SealAgreements],
  exports: [...reads, Deadlines, SealAgreements],
})
export class EnrolmentModule {}
