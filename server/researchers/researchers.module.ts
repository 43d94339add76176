import { Module } from '@nestjs/common';
import { RateLimit } from '../platform/security/rate-limit';
import { ChangeInvitationHandler } from './invitations/change-invitation.command';
import { CreateInvitationHandler } from './invitations/create-invitation.command';
import { DecideReviewHandler } from './reviews/decide-review.command';
import { InvitationRead } from './invitations/invitation.read';
import { OrganizationRead } from './organizations/organization.read';
import { RorApi } from './organizations/ror-api';
import { ReviewStateRead } from './reviews/review-state.read';
import { ReviewRead } from './reviews/review.read';
import { OrganizationIdChecker } from './organizations/known-organization';

/**
 * Invitations and reviews of researchers. Their controllers are listed in researchers.context.ts.
 */
@Module({
  providers: [
    ChangeInvitationHandler,
    CreateInvitationHandler,
    DecideReviewHandler,
    InvitationRead,
    OrganizationRead,
    ReviewRead,
    ReviewStateRead,
    OrganizationIdChecker,
    RateLimit,
    RorApi,
  ],
  exports: [
    InvitationRead,
    OrganizationIdChecker,
    OrganizationRead,
    RateLimit,
    ReviewRead,
    ReviewStateRead,
  ],
})
export class ResearchersModule {}
