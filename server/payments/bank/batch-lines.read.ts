import { Injectable } from '@nestjs/common';
import type { PayoutFileFormat, PayoutLine } from '../../../contracts/payments/bank-payouts';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { BankPayoutRow } from './bank-payout.entity';
import { decodeBankAccount } from './bank-account.rule';

export interface BatchLines {
  readonly currency: string;
  readonly lines: readonly PayoutLine[];
}

type Row = Pick<BankPayoutRow, 'id' | 'amount' | 'sealed' | 'reason'> & Pick<PayoutLine, 'state'>;

/** Reads the recipients and bank accounts of a batch for an administrator. */
@Injectable()
export class BatchLinesRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the lines of a batch in the order of their ids, which are random. The transaction that
   * reads the lines also records the access in the audit log.
   * @param make formats the lines; if it throws, no line is shown and no access recorded
   * @throws DomainError forbidden, not_found
   */
  show<T>(
    batchId: string,
    as: 'page' | PayoutFileFormat,
    caller: Caller,
    make: (batch: BatchLines, now: Date) => T,
  ): Promise<T> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const [batch] = await tx.query<{ currency: string }>(
          `SELECT currency FROM identity.payout_batch WHERE id = $1`,
          [batchId],
        );
        if (!batch) throw new DomainError('not_found');
        const now = this.clock.now();
        const lines = await this.linesOf(tx, batchId);
        const shown = make({ currency: batch.currency, lines }, now);
        await tx.audit(
          'payout-batch-shown',
          { actor: account_id, details: { batch_id: batchId, as } },
          now,
        );
        return shown;
      },
      { requestId: caller.request_id },
    );
  }

  private async linesOf(tx: Transaction, batchId: string): Promise<PayoutLine[]> {
    const rows = await tx.query<Row>(
      `SELECT id, amount, sealed, state, reason FROM identity.bank_payout WHERE batch_id = $1 ORDER BY id`,
      [batchId],
    );
    return rows.map(({ id, amount, sealed, state, reason }) => {
      const account = sealed && decodeBankAccount(this.secrets.open('bank-payout', id, sealed));
      return {
        _id: id,
        holder: account?.holder ?? null,
        iban: account?.iban ?? null,
        amount,
        state,
        reason,
      };
    });
  }
}
