import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockDisabledOrLeavingAccount } from '../../access/accounts/accounts.store';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { isOwnedBySql } from '../../studies/study.policy';

/** Pauses all open sessions of a researcher's studies. Returns the number of paused sessions. */
export class PauseOwnerSessions extends Command<number> {
  constructor(
    readonly ownerId: string,
    readonly requestId: string | null,
  ) {
    super();
  }
}

@CommandHandler(PauseOwnerSessions)
export class PauseOwnerSessionsHandler implements ICommandHandler<PauseOwnerSessions> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Pauses the sessions, because a researcher whose account is disabled or scheduled for deletion
   * must not recruit. Participants keep their seats. A researcher who returns resumes the sessions
   * by hand. The command reads the account again, since it may have been enabled again after the
   * event. Sessions that have not opened yet need no pause: the periodic job opens none while the
   * account is out of use (deadlines.ts).
   */
  execute({ ownerId, requestId }: PauseOwnerSessions): Promise<number> {
    return this.unitOfWork.run(
      async (tx) => {
        if (!(await lockDisabledOrLeavingAccount(tx, ownerId))) return 0;
        const paused = await tx.query<{ id: string; study_id: string }>(
          `UPDATE research.session SET state = 'paused', paused_at = $2
         WHERE id IN (SELECT s.id FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
         WHERE ${isOwnedBySql('t', '$1')} AND s.state = 'active' ORDER BY s.id FOR UPDATE OF s)
         RETURNING id, study_id`,
          [ownerId, this.clock.now()],
        );
        for (const { id, study_id } of paused)
          tx.record('enrolment.session-changed', { session_id: id, study_id });
        return paused.length;
      },
      { requestId },
    );
  }
}
