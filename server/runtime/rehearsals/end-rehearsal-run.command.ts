import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import type { endRehearsalRun } from '../../../contracts/rehearsals';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { readFrames } from '../records/frames.rule';

/** Notes how a simulated participant ended. */
export class EndRehearsalRun extends Command<void> {
  constructor(
    readonly rehearsalId: string,
    readonly runId: string,
    readonly how: Input<typeof endRehearsalRun>['body'],
  ) {
    super();
  }
}

@CommandHandler(EndRehearsalRun)
export class EndRehearsalRunHandler implements ICommandHandler<EndRehearsalRun> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Whose data are all here has completed, whatever the page says; whose data are not has not.
   * @throws DomainError not_found, data_incomplete
   */
  execute({ rehearsalId, runId, how }: EndRehearsalRun): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const [run] = await tx.query<{ state: 'open' | 'finished' | 'ended' }>(
        `SELECT state FROM research.rehearsal_run WHERE id = $1 AND rehearsal_id = $2
         FOR NO KEY UPDATE`,
        [runId, rehearsalId],
      );
      if (!run) throw new DomainError('not_found');
      const isFinished = run.state === 'finished';
      if (how.outcome === 'completed' && !isFinished) throw new DomainError('data_incomplete');
      await tx.query(
        `UPDATE research.rehearsal_run SET state = $2, outcome = $3, ms = $4, answers_ms = $5,
           not_simulated = $6, stuck_at = $7, events = $8, passed_pages = $9
         WHERE id = $1`,
        [
          runId,
          isFinished ? 'finished' : 'ended',
          isFinished ? 'completed' : how.outcome,
          how.ms,
          how.answers_ms,
          JSON.stringify([...new Set(how.not_simulated.map(plain))]),
          how.stuck_at === null ? null : plain(how.stuck_at),
          await eventsOf(tx, runId),
          JSON.stringify([...new Set(how.passed_pages.map(plain))]),
        ],
      );
    });
  }
}

/** How many of its records are events. */
async function eventsOf(tx: Transaction, runId: string): Promise<number> {
  const chunks = await tx.query<{ frames: Buffer }>(
    `SELECT frames FROM research.rehearsal_chunk WHERE run_id = $1`,
    [runId],
  );
  return chunks.reduce(
    (sum, { frames }) => sum + readFrames(frames).filter(({ kind }) => kind === 'event').length,
    0,
  );
}

/** As PostgreSQL takes it; names of plugins come from the study's code. */
const plain = (text: string): string => text.replace(/\p{Cc}|\p{Surrogate}/gu, ' ').trim();
