import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accountsLimits } from '../../../contracts/accounts/limits';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { scheduleDeletion } from '../../access/accounts/account-deletion.store';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import {
  takeAdministratorsLock,
  mustKeepAnotherAdministrator,
  mustStillBeAdministrator,
} from '../../access/accounts/administrators-lock';
import { endDeletionRequest } from '../../accounts/deletion-requests.store';
import { addAccountNote } from '../../accounts/add-account-note';
import { revokeSignIns } from '../../authentication/sign-ins/revoke-sign-ins';

/**
 * Schedules the deletion of an account. Returns the time after which the purge erases the identity.
 */
export class RequestDeletion extends Command<Date> {
  /**
   * @param by who requests the deletion: the person, with the sign-in of this request, or an
   * administrator. Only an administrator can delete a researcher's account (docs/specification.md).
   */
  constructor(
    readonly accountId: string,
    readonly by: { tokenId: string } | { administratorId: string; reason: string },
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestDeletion)
export class RequestDeletionHandler implements ICommandHandler<RequestDeletion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Schedules the erasure 30 days after the first request, and revokes the account's sign-ins. A
   * person who signs in again within these days cancels the deletion. The sign-in that sent this
   * request stays valid: the client still shows the date of the erasure, and then signs out.
   * @throws DomainError researcher_deletion, last_administrator, not_found
   */
  execute({ accountId, by, requestId }: RequestDeletion): Promise<Date> {
    const administratorId = 'administratorId' in by ? by.administratorId : null;
    return this.unitOfWork.run(
      async (tx) => {
        await takeAdministratorsLock(tx);
        if (administratorId !== null) await mustStillBeAdministrator(tx, administratorId);
        const account = await lockAccountRow(tx, accountId);
        if (!account)
          throw new DomainError(administratorId === null ? 'unauthenticated' : 'not_found');
        if (account.is_researcher && administratorId === null)
          throw new DomainError('researcher_deletion');
        if (!account.deletion_at && account.role === 'ADMINISTRATOR')
          await mustKeepAnotherAdministrator(tx, accountId);
        const now = this.clock.now();
        await revokeSignIns(tx, accountId, 'tokenId' in by ? by.tokenId : null, now);
        // An administrator's request is audited even if the deletion was already scheduled, because
        // the reason must be on record.
        if ('reason' in by)
          await tx.audit(
            'deletion-requested',
            {
              actor: by.administratorId,
              subject: accountId,
              details: await addAccountNote(tx, this.secrets, {
                accountId,
                reason: by.reason,
                at: now,
              }),
            },
            now,
          );
        await endDeletionRequest(tx, accountId);
        if (account.deletion_at) return account.deletion_at;
        if ('tokenId' in by)
          await tx.audit('deletion-requested', { actor: accountId, subject: accountId }, now);
        const deletionAt = addMilliseconds(now, days(accountsLimits.deletionDays));
        await scheduleDeletion(tx, accountId, deletionAt, now);
        tx.record('identity.deletion-requested', { account_id: accountId });
        return deletionAt;
      },
      { requestId },
    );
  }
}
