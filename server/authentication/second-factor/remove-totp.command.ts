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

export class RemoveTotp extends Command<void> {
  constructor(
    readonly own: CurrentSignIn,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveTotp)
export class RemoveTotpHandler implements ICommandHandler<RemoveTotp> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, recent_sign_in_required */
  execute({ own, requestId }: RemoveTotp): Promise<void> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const [removed] = await tx.query<{ confirmed_at: Date | null }>(
          `DELETE FROM identity.totp WHERE account_id = $1 RETURNING confirmed_at`,
          [accountId],
        );
        if (!removed) throw new DomainError('not_found');
        // If the authenticator app was never confirmed, it was not in effect, and nothing else
        // changes.
        if (removed.confirmed_at)
          await recordFactorRemoval(tx, accountId, 'totp', this.clock.now());
      },
      { requestId },
    );
  }
}
