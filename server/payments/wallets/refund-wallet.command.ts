import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WalletRefund } from '../../../contracts/payments/funding';
import { asAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { balancesOf, commonAccount, lockAccounts } from '../../ledger/accounts';
import { transfer } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { requestKey } from '../request-key';
import { lockWallet } from './wallets';

/** Takes money out of a wallet, which goes back to who gave it. */
export class RefundWallet extends Command<void> {
  constructor(
    readonly walletId: string,
    readonly body: WalletRefund,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(RefundWallet)
export class RefundWalletHandler implements ICommandHandler<RefundWallet> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Only what is there goes back, however far the wallet may fall below zero.
   * @throws DomainError forbidden, not_found, insufficient_funds, idempotency_conflict
   */
  execute({ walletId, body, caller, idempotencyKey }: RefundWallet): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await asAdministrator(tx, account_id);
        const wallet = await lockWallet(tx, walletId);
        if (!wallet) throw new DomainError('not_found');
        const now = this.clock.now();
        const outside = await commonAccount(tx, 'outside', wallet.currency);
        await lockAccounts(tx, [wallet.account_id, outside]);
        const [entry] = await postEntries(tx, [
          {
            key: requestKey('refund', account_id, idempotencyKey),
            kind: 'refund',
            day: utcDay(now),
            postings: transfer(wallet.account_id, outside, body.amount),
          },
        ]);
        if (!entry?.isNew) return;
        const left = (await balancesOf(tx, [wallet.account_id])).get(wallet.account_id);
        if (!left || left.balance < 0) throw new DomainError('insufficient_funds');
        await tx.audit(
          'wallet-refunded',
          {
            actor: account_id,
            subject: wallet.researcher_id,
            details: {
              wallet_id: wallet.id,
              amount: body.amount,
              currency: wallet.currency,
              reference: body.reference,
            },
          },
          now,
        );
      },
      { requestId: caller.request_id },
    );
  }
}
