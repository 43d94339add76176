import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockRowForFactorChange, mustHaveProvenFactor, type CurrentSignIn } from './factor-changes';
import { replaceRecoveryCodes } from './recovery-codes';

export class RenewRecoveryCodes extends Command<string[]> {
  constructor(
    readonly own: CurrentSignIn,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError recent_sign_in_required; not_found if the account has no second factor,
   *   because recovery codes only replace a lost second factor
   */
  execute({ own, requestId }: RenewRecoveryCodes): Promise<string[]> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockRowForFactorChange(tx, accountId);
        if ((await mustHaveProvenFactor(tx, own)) === 0) throw new DomainError('not_found');
        tx.record('identity.second-factor-changed', { account_id: accountId });
        await tx.audit(
          'recovery-codes-renewed',
          { actor: accountId, subject: accountId },
          this.clock.now(),
        );
        return replaceRecoveryCodes(tx, this.secrets, accountId);
      },
      { requestId },
    );
  }
}
