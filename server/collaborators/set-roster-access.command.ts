import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { readCollaboratorRoles, setRosterAccessRow } from '../studies/people/collaborator-rows';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';

/** Lets a collaborator see names on rosters, or ends that (docs/decisions/collaborators.md). */
export class SetRosterAccess extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly collaboratorId: string,
    readonly open: boolean,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(SetRosterAccess)
export class SetRosterAccessHandler implements ICommandHandler<SetRosterAccess> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a collaborator access to the rosters of sessions that are launched from now on, or takes
   * the access away. This command and launches lock the study, so they run one after the other.
   * When access is taken away, the next request is refused, and open sockets get no more names
   * within a second (server/live/run-counts-sender.ts). Idempotent: giving access again keeps the
   * original time.
   * @throws DomainError not_found, also for the owner, who has no row; forbidden; sandbox_only for
   * a study of a class, whose sessions are anonymous
   */
  async execute({ studyId, collaboratorId, open, accountId, requestId }: SetRosterAccess) {
    const now = this.clock.now();
    await this.gate.must('manage_people', studyId, accountId);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'manage_people', accountId);
        if (study.classroom_id !== null) throw new DomainError('sandbox_only');
        if ((await readCollaboratorRoles(tx, study.id))[collaboratorId] === undefined)
          throw new DomainError('not_found');
        const isChanged = await setRosterAccessRow(
          tx,
          { studyId: study.id, accountId: collaboratorId },
          open ? { by: accountId, at: now } : null,
        );
        if (!isChanged) return;
        await tx.audit(
          open ? 'collaborator-roster-opened' : 'collaborator-roster-closed',
          { actor: accountId, subject: collaboratorId, details: { study_id: study.id } },
          now,
        );
        tx.record('collaborators.roster-changed', {
          study_id: study.id,
          account_id: collaboratorId,
        });
      },
      { requestId },
    );
  }
}
