import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CollaboratorRole } from '../../contracts/collaborators/collaborators';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { giveRole, readCollaboratorRoles, removeRole } from '../studies/people/collaborator-rows';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';
import { revokePreviewAddresses } from '../study-files/serving/end-preview-addresses';

/**
 * Changes the role of a collaborator. With `role` null, the account loses its role in the study.
 */
export class ChangeCollaborator extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly collaboratorId: string,
    readonly role: CollaboratorRole | null,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeCollaborator)
export class ChangeCollaboratorHandler implements ICommandHandler<ChangeCollaborator> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
  ) {}

  /**
   * A collaborator needs no permission to give up their own role. The server refuses the next
   * request of an account that has lost its role. Within a second, the account's open sockets lose
   * the study's topics (server/live/revocation-poller.ts).
   * @throws DomainError not_found, also for the owner, who has no row; forbidden
   */
  async execute({ studyId, collaboratorId, role, accountId, requestId }: ChangeCollaborator) {
    const now = this.clock.now();
    const leaves = role === null && collaboratorId === accountId;
    const act = leaves ? 'read' : 'manage_people';
    await this.gate.must(act, studyId, accountId);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, act, accountId);
        const before = (await readCollaboratorRoles(tx, study.id))[collaboratorId];
        if (before === undefined) throw new DomainError('not_found');
        if (before === role) return;
        if (role === null) {
          await removeRole(tx, study.id, collaboratorId);
          await revokePreviewAddresses(tx, study.id, now);
          // A collaborator who loses their role also loses an offer to take over the study.
          await tx.query(
            `DELETE FROM identity.study_offer WHERE study_id = $1 AND account_id = $2`,
            [study.id, collaboratorId],
          );
        } else await giveRole(tx, study.id, collaboratorId, role, now);
        await tx.audit(
          role === null ? 'collaborator-removed' : 'collaborator-changed',
          {
            actor: accountId,
            subject: collaboratorId,
            details: { study_id: study.id, ...(role && { role }) },
          },
          now,
        );
        const ids = { study_id: study.id, account_id: collaboratorId };
        if (role === null) tx.record('collaborators.role-ended', { ...ids, left: leaves });
        else tx.record('collaborators.role-changed', ids);
      },
      { requestId },
    );
  }
}
