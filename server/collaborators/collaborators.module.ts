import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RateLimit } from '../platform/security/rate-limit';
import { StudiesModule } from '../studies/studies.module';
import { AnswerInvitationHandler } from './answer-invitation.command';
import { ChangeCollaboratorHandler } from './change-collaborator.command';
import { CollaboratorsRead } from './collaborators.read';
import { InviteCollaboratorHandler } from './invite-collaborator.command';
import { WithdrawInvitationHandler } from './withdraw-invitation.command';

/** Who else works on a study: invitations, and the roles that come from them. */
@Module({
  imports: [CqrsModule, StudiesModule],
  providers: [
    AnswerInvitationHandler,
    ChangeCollaboratorHandler,
    CollaboratorsRead,
    InviteCollaboratorHandler,
    RateLimit,
    WithdrawInvitationHandler,
  ],
  exports: [CollaboratorsRead],
})
export class CollaboratorsModule {}
