import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PayoutSettlement } from '../../../contracts/payments/bank-payouts';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { decideBatchLines, type DecidedBatchLine } from './settlement.rule';

/** Records the bank's results for transfers of a batch. */
export class SettleBatch extends Command<void> {
  constructor(
    readonly batchId: string,
    readonly settlement: PayoutSettlement,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SettleBatch)
export class SettleBatchHandler implements ICommandHandler<SettleBatch> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the results of all lines, or of no line if one result is refused. A line that already
   * has the reported result does not change. The bank may return a transfer that is already marked
   * as paid. In this case, a job updates the payment later (follow-late-returns.job.ts).
   * @throws DomainError forbidden, not_found, also for a line of another batch; already_decided
   */
  execute({ batchId, settlement, caller }: SettleBatch): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const lines = await lockLines(tx, batchId);
        if (lines.length === 0) throw new DomainError('not_found');
        const decided = decideBatchLines(lines, settlement);
        if (typeof decided === 'string') throw new DomainError(decided);
        if (decided.length === 0) return;
        const now = this.clock.now();
        await write(tx, decided, utcDay(now));
        const paid = decided.filter(({ state }) => state === 'paid').length;
        await tx.audit(
          'payout-settled',
          {
            actor: account_id,
            details: { batch_id: batchId, paid, returned: decided.length - paid },
          },
          now,
        );
      },
      { requestId: caller.request_id },
    );
  }
}

/**
 * Locks the lines of a batch in a fixed order, so that two administrators who record results cannot
 * deadlock.
 */
const lockLines = (tx: Transaction, batchId: string) =>
  tx.query<{ id: string; state: DecidedBatchLine['state'] | 'drawn'; has_account: boolean }>(
    `SELECT id, state, sealed IS NOT NULL AS has_account FROM identity.bank_payout WHERE batch_id = $1 ORDER BY id FOR UPDATE`,
    [batchId],
  );

/** Writes the results; the bank account of a finished line is deleted, since it is no longer needed. */
const write = (tx: Transaction, decided: readonly DecidedBatchLine[], day: string) =>
  tx.query(
    `UPDATE identity.bank_payout p SET state = d.state, reason = d.reason, day = $2,
       sealed = NULL, is_late_return = d.is_late
     FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, state text, reason text, is_late boolean) WHERE p.id = d.id`,
    [JSON.stringify(decided), day],
  );
