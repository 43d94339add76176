import { lockAccountRow } from '../access/accounts/accounts.store';
import { dataRightsRateLimits } from './data-rights.rate-limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { Clock, days, addMilliseconds } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import { timeOrderedId } from '../platform/db/ids';
import { RateLimit } from '../platform/security/rate-limit';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';

/** Requests an export. Returns the id of the export, which a worker will build. */
export class RequestExport extends Command<string> {
  constructor(
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestExport)
export class RequestExportHandler implements ICommandHandler<RequestExport> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Requests the export. An account may have one pending export at a time, and a limited number of
   * exports per day.
   * @throws DomainError export_under_way, too_many_requests
   */
  async execute({ accountId, requestId }: RequestExport): Promise<string> {
    await this.limit.consume(dataRightsRateLimits.exportRequest, accountId);
    try {
      return await this.unitOfWork.run((tx) => this.begin(tx, accountId), { requestId });
    } catch (error) {
      await this.limit.refund(dataRightsRateLimits.exportRequest, accountId); // no export was created
      throw error;
    }
  }

  private async begin(tx: Transaction, accountId: string): Promise<string> {
    // If the account is being purged at this moment, this waits for the purge, and then finds no
    // account.
    if (!(await lockAccountRow(tx, accountId, 'key share')))
      throw new DomainError('unauthenticated');
    const now = this.clock.now();
    const id = timeOrderedId();
    const made = await tx.query(
      `INSERT INTO identity.export (id, account_id, state, requested_at, expires_at) VALUES ($1, $2, 'waiting', $3, $4)
       ON CONFLICT (account_id) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
      [id, accountId, now, addMilliseconds(now, days(dataRightsLimits.exportDays))],
    );
    if (made.length === 0) throw new DomainError('export_under_way');
    // A new request deletes the rows of expired exports, because their owner does not need them any
    // more.
    await tx.query(
      `DELETE FROM identity.export WHERE account_id = $1 AND (state = 'expired' OR (state = 'ready' AND expires_at <= $2))`,
      [accountId, now],
    );
    tx.record('identity.export-requested', { account_id: accountId, export_id: id });
    await tx.audit(
      'data-exported',
      { actor: accountId, subject: accountId, details: { step: 'asked', export_id: id } },
      now,
    );
    return id;
  }
}
