import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { lockAccount } from '../access/accounts/accounts.store';
import { endSignIns } from './end-sign-ins';

/** Answers how many sign-ins ended. */
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
   * Signs out everywhere, or everywhere else; also the sign-ins that wait for a second factor. The
   * account's lock keeps one that is under way from slipping through.
   */
  execute({ accountId, exceptTokenId, requestId }: RevokeSignIns): Promise<number> {
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        await lockAccount(tx, accountId);
        const ended = await endSignIns(tx, accountId, exceptTokenId, now);
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
