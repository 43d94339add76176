import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { limits } from '../../contracts/limits';
import { Clock, days, later } from '../platform/clock';
import { DomainError } from '../platform/errors';
import { UnitOfWork } from '../platform/unit-of-work';

/** Answers with the moment after which the purge erases the identity. */
export class RequestDeletion extends Command<Date> {
  constructor(readonly accountId: string, readonly requestId: string) {
    super();
  }
}

@CommandHandler(RequestDeletion)
export class RequestDeletionHandler implements ICommandHandler<RequestDeletion> {
  constructor(private readonly work: UnitOfWork, private readonly clock: Clock) {}

  /** In 30 days, counted from the first request. @throws DomainError researcher_deletion */
  execute({ accountId, requestId }: RequestDeletion): Promise<Date> {
    return this.work.run(async (tx) => {
      const [account] = await tx.query<{ is_researcher: boolean; deletion_at: Date | null }>(
        `SELECT is_researcher, deletion_at FROM identity.account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
      if (!account) throw new DomainError('unauthenticated');
      if (account.is_researcher) throw new DomainError('researcher_deletion');
      if (account.deletion_at) return account.deletion_at;
      const now = this.clock.now();
      const deletionAt = later(now, days(limits.deletionDays));
      await tx.query(`UPDATE identity.account SET deletion_at = $2, deletion_reminded_at = NULL, updated_at = $3 WHERE id = $1`, [accountId, deletionAt, now]);
      tx.record('identity.deletion-requested', { account_id: accountId });
      return deletionAt;
    }, { requestId });
  }
}
