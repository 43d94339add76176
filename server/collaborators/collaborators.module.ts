import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { AnswerInvitationHandler } from './answer-invitation.command';
import { AnswerOfferHandler } from './answer-offer.command';
import { ChangeCollaboratorHandler } from './change-collaborator.command';
import { CollaboratorsRead } from './collaborators.read';
import { InviteCollaboratorHandler } from './invite-collaborator.command';
import { OfferStudyHandler } from './offer-study.command';
import { SetRosterAccessHandler } from './set-roster-access.command';
import { TakeBackOfferHandler } from './take-back-offer.command';
import { WithdrawInvitationHandler } from './withdraw-invitation.command';

/**
 * The people of a study: invitations, the roles that come from them, and the transfer to another
 * owner.
 */
@Module({
  imports: [CqrsModule, EnrolmentModule, StudiesModule],
  providers: [
    AnswerInvitationHandler,
    AnswerOfferHandler,
    ChangeCollaboratorHandler,
    CollaboratorsRead,
    InviteCollaboratorHandler,
    OfferStudyHandler,
    RateLimit,
    SetRosterAccessHandler,
    TakeBackOfferHandler,
    WithdrawInvitationHandler,
  ],
  exports: [CollaboratorsRead],
})
export class CollaboratorsModule {}
