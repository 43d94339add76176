import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/accounts.module';
import { StudiesModule } from '../studies/studies.module';
import { RateLimit } from '../platform/security/rate-limit';
import { SeatAllocator } from './seats/seat-allocator';
import { SessionWorkQueues } from './seats/session-lanes';
import { ChangeSessionHandler } from './change-session/change-session.command';
import { CreateSessionHandler } from './change-session/create-session.command';
import { DeadlineEnforcer } from './deadlines/deadlines';
import { EnrolmentStatusRead } from './enrol/enrolment-status.read';
import { AnswerComprehensionHandler } from './enrol/answer-comprehension.command';
import { ComprehensionPassedRead } from './enrol/comprehension-passed.read';
import { EnrolmentGate } from './enrol/enrolment-gate';
import { EnrolHandler } from './enrol/enrol.command';
import { Appointments } from './transitions/appointments';
import { HostedData } from './transitions/hosted-data';
import { ParticipationHistoryRead } from './participations/history.read';
import { ExternalParticipationRead } from './participations/external-participation.read';
import { ExternalParticipantsRead } from './participations/external-participants.read';
import { OwnParticipationRead } from './participations/own-participation.read';
import { ParticipationsOfAccountRead } from './participations/participations-of-account.read';
import { ApplyExternalReturns } from './external-returns/return-participations';
import { LaunchedSessionRead } from './sessions/launched-session.read';
import { TransitionParticipationHandler } from './transitions/transition-participation.command';
import { StartDemographicsRead } from './transitions/start-demographics.read';
import { TransitionBatches } from './transitions/transition-batches';
import { PauseOwnerSessionsHandler } from './change-session/pause-owner-sessions.command';
import { WithdrawConsentHandler } from './change-session/withdraw-consent.command';
import { ParticipationOwnerRead } from './links/participation-owner.read';
import { SeatHolderRead } from './participations/seat-holder.read';
import { ReceiptRead } from './agreements/receipt.read';
import { LaunchReviews } from './launch/launch-reviews';
import { PayableSpotsRead } from './launch/claimable-spots.read';
import { SessionMoney } from './launch/session-money';
import { SessionCostTermsRead } from './launch/session-terms.read';
import { EligibleCrowdRead } from './launch/too-few-people';
import { EligibleCountRead } from './eligibility/eligible-count.read';
import { EligibilityProfileRead } from './eligibility/profile.read';
import { RosterAccessRead } from './rosters/roster-access.read';
import { RosterNamesRead } from './rosters/roster-names.read';
import { RosterRead } from './rosters/roster.read';
import { WithheldNames } from './rosters/withheld-names';
import { VisibleParticipationRead } from './rosters/visible-participation.read';
import { SealAgreements } from './agreements/seal-agreements';
import { EncryptParticipationLinks } from './links/seal-links';
import { SessionAvailabilityRead } from './sessions/session-availability.read';
import { SessionRead } from './sessions/session.read';
import { OverturnRejections } from './decisions/overturn-rejections';
import { RejectionRead } from './decisions/rejection.read';
import { DecideOnParticipationsHandler } from './decisions/decide-on-many.command';
import { ApplyOrDropPendingDecisions } from './decisions/settle-decisions';
import { DailyMedianMinutesRead } from './insights/daily-median.read';
import { SessionMedianMinutesRead } from './insights/session-medians.read';
import { SessionProgressRead } from './insights/session-progress.read';

const handlers = [
  AnswerComprehensionHandler,
  DecideOnParticipationsHandler,
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
  ParticipationHistoryRead,
  ExternalParticipationRead,
  ExternalParticipantsRead,
  OwnParticipationRead,
  ParticipationsOfAccountRead,
  LaunchedSessionRead,
  ParticipationOwnerRead,
  ReceiptRead,
  RejectionRead,
  EligibleCrowdRead,
  EligibleCountRead,
  EligibilityProfileRead,
  RosterAccessRead,
  RosterNamesRead,
  RosterRead,
  SeatHolderRead,
  SessionAvailabilityRead,
  DailyMedianMinutesRead,
  SessionMedianMinutesRead,
  SessionProgressRead,
  SessionRead,
  SessionCostTermsRead,
  PayableSpotsRead,
  VisibleParticipationRead,
];

const gathered = [
  SessionWorkQueues,
  SeatAllocator,
  TransitionBatches,
  ApplyExternalReturns,
  OverturnRejections,
];

/** The module of sessions, seats and participations, the core of the product. */
@Module({
  imports: [CqrsModule, AccountsModule, StudiesModule],
  providers: [
    ...handlers,
    ...reads,
    ...gathered,
    EnrolmentGate,
    DeadlineEnforcer,
    HostedData,
    LaunchReviews,
    SessionMoney,
    WithheldNames,
    Appointments,
    StartDemographicsRead,
    RateLimit,
    SealAgreements,
    EncryptParticipationLinks,
    ApplyOrDropPendingDecisions,
  ],
  exports: [
    ...reads,
    ApplyExternalReturns,
    SessionWorkQueues,
    OverturnRejections,
    DeadlineEnforcer,
    HostedData,
    LaunchReviews,
    SessionMoney,
    WithheldNames,
    Appointments,
    SealAgreements,
    EncryptParticipationLinks,
    ApplyOrDropPendingDecisions,
  ],
})
export class EnrolmentModule {}
