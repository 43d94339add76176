import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '../identity/identity.module';
import { RateLimit } from '../platform/rate-limit';
import { Admission } from './admission';
import { ChangeSessionHandler } from './change-session.command';
import { CreateSessionHandler } from './create-session.command';
import { Deadlines } from './deadlines';
import { EnrolButtonRead } from './enrol-button.read';
import { EnrolHandler } from './enrol.command';
import { HistoryRead } from './history.read';
import { LaunchedSessionRead } from './launched-session.read';
import { MoveParticipationHandler } from './move-participation.command';
import { PauseSessionsOfHandler } from './pause-sessions-of.command';
import { ParticipantRead } from './participant.read';
import { ParticipantsRead } from './participants.read';
import { ProfileRead } from './profile.read';
import { RosterRead } from './roster.read';
import { SealAgreements } from './seal-agreements';
import { SessionTileRead } from './session-tile.read';
import { SessionRead } from './session.read';

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
