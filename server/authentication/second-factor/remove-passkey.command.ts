import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  recordFactorRemoval,
  lockRowForFactorChange,
  mustHaveProvenFactor,
  type CurrentSignIn,
} from './factor-changes';

export class RemovePasskey extends Command<void> {
  constructor(
    readonly own: CurrentSignIn,
    readonly passkeyId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RemovePasskey)
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, recent_sign_in_required */
  execute({ own, passkeyId, requestId }: RemovePasskey): Promise<void> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const [removed] = await tx.query(
          `DELETE FROM identity.passkey WHERE id = $1 AND account_id = $2 RETURNING id`,
          [passkeyId, accountId],
        );
        if (!removed) throw new DomainError('not_found');
        await recordFactorRemoval(tx, accountId, 'passkey', this.clock.now());
      },
      { requestId },
    );
  }
}
