import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { setMinimum } from '../../ledger/accounts';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockWallet } from './wallets';

/** Sets the minimum balance of a wallet. */
export class ChangeWallet extends Command<void> {
  constructor(
    readonly walletId: string,
    /** The minimum in minor units, zero or below; null for none. */
    readonly minimum: number | null,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeWallet)
export class ChangeWalletHandler implements ICommandHandler<ChangeWallet> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError forbidden, not_found; insufficient_funds if the balance is already lower
   */
  execute({ walletId, minimum, caller }: ChangeWallet): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const wallet = await lockWallet(tx, walletId);
        if (!wallet) throw new DomainError('not_found');
        await setMinimum(tx, wallet.account_id, minimum);
        await tx.audit(
          'wallet-limit-changed',
          {
            actor: account_id,
            subject: wallet.researcher_id,
            details: { wallet_id: wallet.id, minimum, currency: wallet.currency },
          },
          this.clock.now(),
        );
      },
      { requestId: caller.request_id },
    );
  }
}
