import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { AnswerInvitation } from '../collaborators/answer-invitation.command';
import { InviteCollaborator } from '../collaborators/invite-collaborator.command';
import type { Secrets } from '../platform/security/secrets';
import type { StudyMembersRead } from '../studies/people/study-members.read';

/**
 * Invites the demo's collaborator to a study of the demo's researcher, and accepts the invitation
 * for them. If an earlier start has already sent an invitation to this address, the new one
 * replaces it.
 */
export async function seedCollaborator(
  {
    commands,
    secrets,
    members,
  }: { commands: CommandBus; secrets: Secrets; members: StudyMembersRead },
  studyId: string,
  { owner, invited, email }: { owner: Caller; invited: Caller; email: string },
): Promise<void> {
  if (await members.has(studyId, invited.person.account_id)) return;
  const { _id } = await commands.execute(
    new InviteCollaborator(studyId, owner.person, { email, role: 'editor' }, owner.request_id),
  );
  await commands.execute(
    new AnswerInvitation(
      secrets.linkKey('study-invitation', _id),
      'accept',
      invited.person,
      invited.request_id,
    ),
  );
}
