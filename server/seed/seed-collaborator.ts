import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { AnswerInvitation } from '../collaborators/answer-invitation.command';
import { InviteCollaborator } from '../collaborators/invite-collaborator.command';
import type { Secrets } from '../platform/security/secrets';

/** The demo's collaborator edits a study of the demo's researcher, by an invitation that they accept. */
export async function seedCollaborator(
  { commands, secrets }: { commands: CommandBus; secrets: Secrets },
  studyId: string,
  { owner, invited, email }: { owner: Caller; invited: Caller; email: string },
): Promise<void> {
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
