import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { payoutMethodKeyOf } from './payout-method';

/** Deletes the caller's remembered bank account; without one, nothing happens. */
export class ForgetPayoutMethod extends Command<void> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@CommandHandler(ForgetPayoutMethod)
export class ForgetPayoutMethodHandler implements ICommandHandler<ForgetPayoutMethod> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  execute({ caller }: ForgetPayoutMethod): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        await tx.query(`DELETE FROM identity.payout_method WHERE account_key = $1`, [
          payoutMethodKeyOf(this.secrets, caller.person.account_id),
        ]);
      },
      { requestId: caller.request_id },
    );
  }
}
