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
   * A researcher whose account is disabled or scheduled for deletion must not recruit; participants
   * keep their seats. A researcher who returns resumes the sessions by hand. Re-reads the account:
   * it may have been re-enabled since the event. Sessions that are not open yet stay closed by
   * themselves, because the periodic job checks the account (deadlines.ts).
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
