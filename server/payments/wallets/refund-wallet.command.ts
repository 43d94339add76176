import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WalletRefund } from '../../../contracts/payments/funding';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { balancesOf, findOrOpenSystemAccount, lockAccounts } from '../../ledger/accounts';
import { transferPostings } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { requestKey } from '../request-key';
import { lockWallet } from './wallets';

/** Refunds money of a wallet to the person or institution who paid it in. */
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
   * Only a positive balance is refunded, whatever the wallet's minimum.
   * @throws DomainError forbidden, not_found, insufficient_funds, idempotency_conflict
   */
  execute({ walletId, body, caller, idempotencyKey }: RefundWallet): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const wallet = await lockWallet(tx, walletId);
        if (!wallet) throw new DomainError('not_found');
        const now = this.clock.now();
        const outside = await findOrOpenSystemAccount(tx, 'outside', wallet.currency);
        await lockAccounts(tx, [wallet.account_id, outside]);
        const [entry] = await postEntries(tx, [
          {
            key: requestKey('refund', account_id, idempotencyKey),
            kind: 'refund',
            day: utcDay(now),
            postings: transferPostings(wallet.account_id, outside, body.amount),
          },
        ]);
        if (!entry) throw new Error('a refund was not posted');
        if (!entry.isNew) return mustBeSame(tx, entry.id, body.reference);
        const left = (await balancesOf(tx, [wallet.account_id])).get(wallet.account_id);
        if (!left || left.balance < 0) throw new DomainError('insufficient_funds');
        await tx.query(
          `INSERT INTO identity.wallet_refund (id, wallet_id, amount, reference, day, entry_id)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [timeOrderedId(), wallet.id, body.amount, body.reference, utcDay(now), entry.id],
        );
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

/** @throws DomainError idempotency_conflict if the earlier request had another reference */
async function mustBeSame(tx: Transaction, entryId: string, reference: string): Promise<void> {
  const [former] = await tx.query<{ reference: string | null }>(
    `SELECT reference FROM identity.wallet_refund WHERE entry_id = $1`,
    [entryId],
  );
  if (former?.reference !== reference) throw new DomainError('idempotency_conflict');
}
