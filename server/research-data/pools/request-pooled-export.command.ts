import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { exportLifetimeDays, researchDataRateLimits } from '../research-data.rate-limits';
import { PooledStudies, type PoolKey } from './pooled-studies';

/** Requests one combined dataset of the studies of a pool, which a worker will build. */
export class RequestPooledExport extends Command<void> {
  constructor(
    readonly pool: PoolKey,
    readonly format: 'csv' | 'jsonl',
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RequestPooledExport)
export class RequestPooledExportHandler implements ICommandHandler<RequestPooledExport> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    private readonly pools: PooledStudies,
  ) {}

  /**
   * Requests the export; a pool has at most one at a time.
   * @throws DomainError not_found for callers who may not read the pool, export_under_way, too_many_requests
   */
  async execute({ pool, format, caller }: RequestPooledExport): Promise<void> {
    const account = caller.person.account_id;
    const { templateId, classroomId } = pool;
    await this.unitOfWork.run((tx) => this.mustRead(tx, pool, account));
    await this.limit.consume(researchDataRateLimits.request, account);
    await this.unitOfWork.run(
      async (tx) => {
        await this.mustRead(tx, pool, account);
        const now = this.clock.now();
        const id = timeOrderedId();
        const made = await tx.query(
          `INSERT INTO research.study_export (id, pool_template_id, pool_classroom_id, state, format, for_spreadsheets,
             unfinished, recordings, sees_names, requested_at, expires_at, language)
           VALUES ($1, $2, $3, 'waiting', $4, false, false, false, false, $5, $6, $7)
           ON CONFLICT (pool_classroom_id, pool_template_id) WHERE state IN ('waiting', 'running')
             DO NOTHING RETURNING id`,
          [
            id,
            templateId,
            classroomId,
            format,
            now,
            addMilliseconds(now, days(exportLifetimeDays)),
            caller.language,
          ],
        );
        if (made.length === 0) throw new DomainError('export_under_way');
        tx.record('research-data.pool-requested', { classroom_id: classroomId, export_id: id });
        await tx.audit(
          'study-data-exported',
          {
            actor: account,
            details: {
              step: 'asked',
              study_id: templateId,
              classroom_id: classroomId,
              export_id: id,
            },
          },
          now,
        );
      },
      { requestId: caller.request_id, turn: templateId },
    );
  }

  private async mustRead(
    on: Parameters<PooledStudies['mayRead']>[0],
    pool: PoolKey,
    accountId: string,
  ): Promise<void> {
    if (!(await this.pools.mayRead(on, pool, accountId))) throw new DomainError('not_found');
  }
}
