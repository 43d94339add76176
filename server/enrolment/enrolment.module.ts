import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/accounts.module';
import { StudiesModule } from '../studies/studies.module';
import { RateLimit } from '../platform/security/rate-limit';
import { SeatAllocator } from './seats/seat-allocator';
import { SessionLanes } from './seats/session-lanes';
import { ChangeSessionHandler } from './change-session/change-session.command';
import { CreateSessionHandler } from './change-session/create-session.command';
import { Deadlines } from './deadlines/deadlines';
import { EnrolmentStatusRead } from './enrol/enrolment-status.read';
import { AnswerComprehensionHandler } from './enrol/answer-comprehension.command';
import { ComprehensionPassedRead } from './enrol/comprehension-passed.read';
import { EnrolmentGate } from './enrol/enrolment-gate';
import { EnrolHandler } from './enrol/enrol.command';
import { Appointments } from './transitions/appointments';
import { HostedData } from './transitions/hosted-data';
import { HistoryRead } from './participations/history.read';
import { ExternalParticipationRead } from './participations/external-participation.read';
import { ExternalTakersRead } from './participations/external-takers.read';
import { OwnParticipationRead } from './participations/own-participation.read';
import { ParticipationsOfAccountRead } from './participations/participations-of-account.read';
import { ReturnParticipations } from './external-returns/return-participations';
import { LaunchedSessionRead } from './sessions/launched-session.read';
import { TransitionParticipationHandler } from './transitions/transition-participation.command';
import { StartAnswers } from './transitions/start-answers';
import { TransitionBatches } from './transitions/transition-batches';
import { PauseOwnerSessionsHandler } from './change-session/pause-owner-sessions.command';
import { WithdrawConsentHandler } from './change-session/withdraw-consent.command';
import { ParticipationOwnerRead } from './links/participation-owner.read';
import { SeatHolderRead } from './participations/seat-holder.read';
import { ReceiptRead } from './agreements/receipt.read';
import { LaunchReviews } from './launch/launch-reviews';
import { ClaimableSpotsRead } from './launch/claimable-spots.read';
import { SessionMoney } from './launch/session-money';
import { SessionTermsRead } from './launch/session-terms.read';
import { CrowdRead } from './launch/too-few-people';
import { EligibleCountRead } from './eligibility/eligible-count.read';
import { ProfileRead } from './eligibility/profile.read';
import { RosterAccessRead } from './rosters/roster-access.read';
import { RosterNamesRead } from './rosters/roster-names.read';
import { RosterRead } from './rosters/roster.read';
import { WithheldNames } from './rosters/withheld-names';
import { VisibleParticipationRead } from './rosters/visible-participation.read';
import { SealAgreements } from './agreements/seal-agreements';
import { SealLinks } from './links/seal-links';
import { SessionAvailabilityRead } from './sessions/session-availability.read';
import { SessionRead } from './sessions/session.read';
import { OverturnRejections } from './decisions/overturn-rejections';
import { RejectionRead } from './decisions/rejection.read';
import { DecideOnManyHandler } from './decisions/decide-on-many.command';
import { SettleDecisions } from './decisions/settle-decisions';
import { DailyMedianRead } from './insights/daily-median.read';
import { SessionMediansRead } from './insights/session-medians.read';
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
  ExternalParticipationRead,
  ExternalTakersRead,
  OwnParticipationRead,
  ParticipationsOfAccountRead,
  LaunchedSessionRead,
  ParticipationOwnerRead,
  ReceiptRead,
  RejectionRead,
  CrowdRead,
  EligibleCountRead,
  ProfileRead,
  RosterAccessRead,
  RosterNamesRead,
  RosterRead,
  SeatHolderRead,
  SessionAvailabilityRead,
  DailyMedianRead,
  SessionMediansRead,
  SessionProgressRead,
  SessionRead,
  SessionTermsRead,
  ClaimableSpotsRead,
  VisibleParticipationRead,
];

const gathered = [
  SessionLanes,
  SeatAllocator,
  TransitionBatches,
  ReturnParticipations,
  OverturnRejections,
];

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
    LaunchReviews,
    SessionMoney,
    WithheldNames,
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
    SessionLanes,
    OverturnRejections,
    Deadlines,
    HostedData,
    LaunchReviews,
    SessionMoney,
    WithheldNames,
    Appointments,
    SealAgreements,
    SealLinks,
    SettleDecisions,
  ],
})
export class EnrolmentModule {}
