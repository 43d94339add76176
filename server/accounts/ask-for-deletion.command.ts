import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { accountsRateLimits } from './accounts.rate-limits';
import { openDeletionRequest } from './deletion-requests.store';

/** Asks the administrators to delete the caller's account. Returns the time of the request. */
export class AskForDeletion extends Command<Date> {
  constructor(
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AskForDeletion)
export class AskForDeletionHandler implements ICommandHandler<AskForDeletion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the request, and notifies every administrator once. The lock on the account's row
   * ensures that no request stays open if an administrator begins the deletion at the same moment.
   * @throws DomainError email_not_verified, because the address may be a stranger's;
   * too_many_requests
   */
  async execute({ accountId, requestId }: AskForDeletion): Promise<Date> {
    await this.limit.consume(accountsRateLimits.deletionRequest, accountId);
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const account = await lockAccountRow(tx, accountId);
        if (!account) throw new DomainError('unauthenticated');
        if (account.status === 'NEW') throw new DomainError('email_not_verified');
        // An administrator has already begun the deletion, so no request is stored.
        if (account.deletion_at) return now;
        const { requested_at, opened } = await openDeletionRequest(tx, accountId, now);
        if (opened) tx.record('identity.deletion-asked', { account_id: accountId });
        return requested_at;
      },
      { requestId },
    );
  }
}
