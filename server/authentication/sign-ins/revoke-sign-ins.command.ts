import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { revokeSignIns } from './revoke-sign-ins';

/** Ends sign-ins of the caller's account. Returns how many ended. */
export class RevokeSignIns extends Command<number> {
  /** @param exceptTokenId the sign-in that stays, if any */
  constructor(
    readonly accountId: string,
    readonly exceptTokenId: string | null,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSignIns)
export class RevokeSignInsHandler implements ICommandHandler<RevokeSignIns> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends all sign-ins of the account except `exceptTokenId`, including those that wait for a second
   * factor. Locks the account, so that no concurrent sign-in is missed.
   */
  execute({ accountId, exceptTokenId, requestId }: RevokeSignIns): Promise<number> {
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        await lockAccountRow(tx, accountId);
        const ended = await revokeSignIns(tx, accountId, exceptTokenId, now);
        await tx.audit(
          'sign-ins-ended',
          {
            actor: accountId,
            subject: accountId,
            details: { ended, except_current: exceptTokenId !== null },
          },
          now,
        );
        return ended;
      },
      { requestId },
    );
  }
}
