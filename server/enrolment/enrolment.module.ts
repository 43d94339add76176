import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/accounts.module';
import { StudiesModule } from '../studies/studies.module';
import { RateLimit } from '../platform/security/rate-limit';
import { SeatAllocator } from './seats/seat-allocator';
import { SessionLanes } from './seats/session-lanes';
import { ChangeSessionHandler } from './sessions/change-session.command';
import { CreateSessionHandler } from './sessions/create-session.command';
import { Deadlines } from './seats/deadlines';
import { EnrolmentStatusRead } from './participations/enrolment-status.read';
import { AnswerComprehensionHandler } from './participations/agreements/answer-comprehension.command';
import { ComprehensionPassedRead } from './participations/agreements/comprehension-passed.read';
import { EnrolmentGate } from './participations/enrolment-gate';
import { EnrolHandler } from './participations/enrol.command';
import { Appointments } from './participations/transitions/appointments';
import { HostedData } from './participations/transitions/hosted-data';
import { HistoryRead } from './participations/history.read';
import { OutsideParticipationRead } from './participations/outside-participation.read';
import { OutsideTakersRead } from './participations/outside-takers.read';
import { OwnParticipationRead } from './participations/own-participation.read';
import { ReturnParticipations } from './participations/transitions/return-participations';
import { LaunchedSessionRead } from './sessions/launch/launched-session.read';
import { TransitionParticipationHandler } from './participations/transitions/transition-participation.command';
import { StartAnswers } from './participations/transitions/start-answers';
import { TransitionGather } from './participations/transitions/transition-gather';
import { PauseOwnerSessionsHandler } from './sessions/pause-owner-sessions.command';
import { WithdrawConsentHandler } from './sessions/withdraw-consent.command';
import { ParticipationOwnerRead } from './links/participation-owner.read';
import { SeatHolderRead } from './participations/seat-holder.read';
import { ReceiptRead } from './participations/agreements/receipt.read';
import { CrowdRead } from './sessions/launch/too-few-people';
import { EligibleCountRead } from './eligibility/eligible-count.read';
import { ProfileRead } from './eligibility/profile.read';
import { RosterAccessRead } from './rosters/roster-access.read';
import { RosterRead } from './rosters/roster.read';
import { ToldParticipationRead } from './rosters/told-participation.read';
import { SealAgreements } from './participations/agreements/seal-agreements';
import { SealLinks } from './links/seal-links';
import { SessionAvailabilityRead } from './sessions/session-availability.read';
import { SessionRead } from './sessions/session.read';
import { DecideOnManyHandler } from './insights/decide-on-many.command';
import { SettleDecisions } from './told/settle-decisions';
import { SessionProgressRead } from './insights/session-progress.read';

const handlers = [
  AnswerComprehensionHandler,
  DecideOnManyHandler,
  EnrolHandler,
  CreateSessionHandler,
  ChangeSessionHandler,
  TransitionParticipationHandler,
  PauseOwnerSessionsHandler,
  WithdrawConsentHandler,
];
const reads = [
  ComprehensionPassedRead,
  EnrolmentStatusRead,
  HistoryRead,
  OutsideParticipationRead,
  OutsideTakersRead,
  OwnParticipationRead,
  LaunchedSessionRead,
  ParticipationOwnerRead,
  ReceiptRead,
  CrowdRead,
  EligibleCountRead,
  ProfileRead,
  RosterAccessRead,
  RosterRead,
  SeatHolderRead,
  SessionAvailabilityRead,
  SessionProgressRead,
  SessionRead,
  ToldParticipationRead,
];

const gathered = [SessionLanes, SeatAllocator, TransitionGather, ReturnParticipations];

/** The core of the product: sessions, seats, participations. */
@Module({
  imports: [CqrsModule, AccountsModule, StudiesModule],
  providers: [
    ...handlers,
    ...reads,
    ...gathered,
    EnrolmentGate,
    Deadlines,
    HostedData,
    Appointments,
    StartAnswers,
    RateLimit,
    SealAgreements,
    SealLinks,
    SettleDecisions,
  ],
  exports: [
    ...reads,
    ReturnParticipations,
    Deadlines,
    HostedData,
    Appointments,
    SealAgreements,
    SealLinks,
    SettleDecisions,
  ],
})
export class EnrolmentModule {}
