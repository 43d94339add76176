import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { endRehearsalRun } from '../../../contracts/runtime/rehearsals';
import type { RecordKind } from '../../../contracts/runtime/runtime';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordRehearsalResult } from '../../study-files/versions/must-store-answers';
import { decodeRecordFrames } from '../record-format/frames.rule';

/** Stores how the run of a simulated participant ended. */
export class EndRehearsalRun extends Command<void> {
  constructor(
    readonly rehearsalId: string,
    readonly runId: string,
    readonly how: EndpointInput<typeof endRehearsalRun>['body'],
  ) {
    super();
  }
}

@CommandHandler(EndRehearsalRun)
export class EndRehearsalRunHandler implements ICommandHandler<EndRehearsalRun> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * A simulated participant counts as completed if, and only if, all of its data are stored,
   * whatever the page reports.
   * @throws DomainError not_found, data_incomplete
   */
  execute({ rehearsalId, runId, how }: EndRehearsalRun): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const [run] = await tx.query<{ state: 'open' | 'finished' | 'ended'; version_id: string }>(
        `SELECT r.state, h.runtime->>'version_id' AS version_id
         FROM research.rehearsal_run r JOIN research.rehearsal h ON h.id = r.rehearsal_id
         WHERE r.id = $1 AND r.rehearsal_id = $2 FOR NO KEY UPDATE OF r`,
        [runId, rehearsalId],
      );
      if (!run) throw new DomainError('not_found');
      const isFinished = run.state === 'finished';
      if (how.outcome === 'completed' && !isFinished) throw new DomainError('data_incomplete');
      const kinds = await kindsOf(tx, runId);
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
          kinds.filter((kind) => kind === 'event').length,
          JSON.stringify([...new Set(how.passed_pages.map(plain))]),
        ],
      );
      const answers = kinds.some((kind) => kind === 'trial' || kind === 'text' || kind === 'file');
      await recordRehearsalResult(tx, run.version_id, { answers, end: isFinished });
    });
  }
}

/** Lists the kinds of a run's records, one for each record, in no particular order. */
async function kindsOf(tx: Transaction, runId: string): Promise<RecordKind[]> {
  const chunks = await tx.query<{ frames: Buffer }>(
    `SELECT frames FROM research.rehearsal_chunk WHERE run_id = $1`,
    [runId],
  );
  return chunks.flatMap(({ frames }) => decodeRecordFrames(frames).map(({ kind }) => kind));
}

/** Replaces characters that PostgreSQL refuses; the names of plugins come from the study's code. */
const plain = (text: string): string => text.replace(/\p{Cc}|\p{Surrogate}/gu, ' ').trim();
