import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { requestKey } from '../request-key';

/**
 * Combines the waiting payouts of one currency into a batch for the bank. The command returns the
 * batch's id.
 */
export class CreatePayoutBatch extends Command<string> {
  constructor(
    readonly currency: string,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(CreatePayoutBatch)
export class CreatePayoutBatchHandler implements ICommandHandler<CreatePayoutBatch> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * If two administrators make batches at the same time, the second batch gets the payouts that the
   * first one left.
   * @throws DomainError forbidden, nothing_to_pay, idempotency_conflict
   */
  execute({ currency, caller, idempotencyKey }: CreatePayoutBatch): Promise<string> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const now = this.clock.now();
        const id = timeOrderedId();
        const key = requestKey('payout-batch', account_id, idempotencyKey);
        // If two requests have the same `Idempotency-Key`, the second one waits here until the
        // first has made its batch.
        const [made] = await tx.query(
          `INSERT INTO identity.payout_batch (id, drawn_by, request_key, currency, payments, total, created_at)
           VALUES ($1, $2, $3, $4, 0, 0, $5) ON CONFLICT (request_key) DO NOTHING RETURNING id`,
          [id, account_id, key, currency, now],
        );
        if (!made) return earlierBatch(tx, key, currency);
        const drawn = await drawInto(tx, id, currency, utcDay(now));
        if (drawn.payments === 0) throw new DomainError('nothing_to_pay');
        await tx.query(`UPDATE identity.payout_batch SET payments = $2, total = $3 WHERE id = $1`, [
          id,
          drawn.payments,
          drawn.total,
        ]);
        await tx.audit(
          'payout-batch-drawn',
          {
            actor: account_id,
            details: { batch_id: id, currency, payments: drawn.payments, amount: drawn.total },
          },
          now,
        );
        return id;
      },
      { requestId: caller.request_id },
    );
  }
}

/**
 * Puts waiting payouts into the batch, those that have waited longest first. Payouts of the same
 * day come in random order, so that no batch shows in which order participants chose their method.
 */
async function drawInto(
  tx: Transaction,
  batchId: string,
  currency: string,
  day: string,
): Promise<{ payments: number; total: number }> {
  const [drawn] = await tx.query<{ payments: number; total: string }>(
    `WITH waiting AS (
       SELECT id FROM identity.bank_payout WHERE state = 'ready' AND currency = $2
       ORDER BY day, random() LIMIT $4 FOR UPDATE SKIP LOCKED
     ), drawn AS (
       UPDATE identity.bank_payout p SET state = 'drawn', batch_id = $1, day = $3
       FROM waiting WHERE p.id = waiting.id RETURNING p.amount
     )
     SELECT count(*)::int AS payments, coalesce(sum(amount), 0)::bigint AS total FROM drawn`,
    [batchId, currency, day, paymentsLimits.payoutsPerBatch],
  );
  return { payments: drawn?.payments ?? 0, total: Number(drawn?.total ?? 0) };
}

/** @throws DomainError idempotency_conflict if the key was used before for another currency */
async function earlierBatch(tx: Transaction, key: string, currency: string): Promise<string> {
  const [former] = await tx.query<{ id: string; currency: string }>(
    `SELECT id, currency FROM identity.payout_batch WHERE request_key = $1`,
    [key],
  );
  if (former?.currency !== currency) throw new DomainError('idempotency_conflict');
  return former.id;
}
