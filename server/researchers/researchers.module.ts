import { Module } from '@nestjs/common';
import { CreateInvitationHandler } from './create-invitation.command';
import { DecideReviewHandler } from './decide-review.command';
import { InvitationRead } from './invitation.read';
import { OrganizationRead } from './organization.read';
import { ReviewStateRead } from './review-state.read';
import { ReviewRead } from './review.read';

/** Invitations and reviews of researchers. Controllers are declared in app.module. */
@Module({
  providers: [CreateInvitationHandler, DecideReviewHandler, InvitationRead, OrganizationRead, ReviewRead, ReviewStateRead],
  exports: [InvitationRead, OrganizationRead, ReviewRead, ReviewStateRead],
})
export class ResearchersModule {}
