import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BankAccount } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { storeBankAccount } from './payout-method';

/** Stores the caller's bank account for the next payment. */
export class StorePayoutMethod extends Command<void> {
  constructor(
    readonly account: BankAccount,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(StorePayoutMethod)
export class StorePayoutMethodHandler implements ICommandHandler<StorePayoutMethod> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError invalid_iban */
  execute({ account, caller }: StorePayoutMethod): Promise<void> {
    return this.unitOfWork.run(
      (tx) => storeBankAccount(tx, this.secrets, caller.person.account_id, account),
      { requestId: caller.request_id },
    );
  }
}
