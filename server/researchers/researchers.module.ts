import { Module } from '@nestjs/common';
import { RateLimit } from '../platform/rate-limit';
import { ChangeInvitationHandler } from './change-invitation.command';
import { ComputeSignalsHandler } from './compute-signals.command';
import { CreateInvitationHandler } from './create-invitation.command';
import { DecideReviewHandler } from './decide-review.command';
import { InvitationRead } from './invitation.read';
import { LookAgainHandler } from './look-again.command';
import { OrganizationRead } from './organization.read';
import { RorApi } from './ror-api';
import { ReviewStateRead } from './review-state.read';
import { ReviewRead } from './review.read';
import { KnownOrganizations } from './steps/known-organization';

/** Invitations and reviews of researchers. Controllers are declared in app.module. */
@Module({
  providers: [
    ChangeInvitationHandler,
    ComputeSignalsHandler,
    CreateInvitationHandler,
    DecideReviewHandler,
    LookAgainHandler,
    InvitationRead,
    OrganizationRead,
    ReviewRead,
    ReviewStateRead,
    KnownOrganizations,
    RateLimit,
    RorApi,
  ],
  exports: [
    InvitationRead,
    KnownOrganizations,
    OrganizationRead,
    RateLimit,
    ReviewRead,
    ReviewStateRead,
  ],
})
export class ResearchersModule {}
