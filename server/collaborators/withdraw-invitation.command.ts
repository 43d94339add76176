import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';

export class WithdrawInvitation extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly invitationId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(WithdrawInvitation)
export class WithdrawInvitationHandler implements ICommandHandler<WithdrawInvitation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, also if the invitation was answered meanwhile; forbidden */
  async execute({ studyId, invitationId, accountId, requestId }: WithdrawInvitation) {
    await this.gate.must('manage_people', studyId, accountId);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'manage_people', accountId);
        const gone = await tx.query(
          `DELETE FROM identity.study_invitation WHERE id = $1 AND study_id = $2 RETURNING id`,
          [invitationId, study.id],
        );
        if (gone.length === 0) throw new DomainError('not_found');
        tx.record('collaborators.people-changed', { study_id: study.id });
        await tx.audit(
          'collaborator-invitation-withdrawn',
          { actor: accountId, details: { study_id: study.id } },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
