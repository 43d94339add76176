import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/clock';
import { DomainError } from '../../platform/errors';
import { Secrets } from '../../platform/secrets';
import { UnitOfWork } from '../../platform/unit-of-work';
import { countFactors, lockAccount, replaceRecoveryCodes } from './factors';

export class RenewRecoveryCodes extends Command<string[]> {
  constructor(readonly accountId: string, readonly requestId: string) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(private readonly work: UnitOfWork, private readonly secrets: Secrets, private readonly clock: Clock) {}

  /** @throws DomainError not_found, where there is no second factor that they could stand in for */
  execute({ accountId, requestId }: RenewRecoveryCodes): Promise<string[]> {
    return this.work.run(async (tx) => {
      await lockAccount(tx, accountId);
      if ((await countFactors(tx, accountId)) === 0) throw new DomainError('not_found');
      await tx.audit('recovery-codes-renewed', { actor: accountId, subject: accountId }, this.clock.now());
      return replaceRecoveryCodes(tx, this.secrets, accountId);
    }, { requestId });
  }
}
