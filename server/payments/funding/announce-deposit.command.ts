import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NewDeposit } from '../../../contracts/payments/funding';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import type { Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { assertCurrencyOffered } from '../offered-currency';
import { newDepositReference } from './deposit-reference';
import { requestKey } from '../request-key';

/**
 * Announces a bank transfer of a researcher; no money moves before an administrator confirms it.
 * The command returns the deposit's id.
 */
export class AnnounceDeposit extends Command<string> {
  constructor(
    readonly body: NewDeposit,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(AnnounceDeposit)
export class AnnounceDepositHandler implements ICommandHandler<AnnounceDeposit> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError forbidden, wrong_currency, idempotency_conflict, too_many_deposits */
  execute({ body, caller, idempotencyKey }: AnnounceDeposit): Promise<string> {
    assertCurrencyOffered(this.config, body.currency);
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        // The lock makes the second of two simultaneous requests wait, so that it finds the deposit
        // of the first.
        if (!(await lockAccountRow(tx, account_id))) throw new DomainError('forbidden');
        const key = requestKey('deposit', account_id, idempotencyKey);
        const earlier = await earlierDeposit(tx, account_id, key, body);
        if (earlier) return earlier;
        await mustHaveRoom(tx, account_id);
        const id = timeOrderedId();
        await tx.query(
          `INSERT INTO identity.deposit (id, researcher_id, request_key, amount, currency, reference, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [
            id,
            account_id,
            key,
            body.amount,
            body.currency,
            newDepositReference(),
            this.clock.now(),
          ],
        );
        return id;
      },
      { requestId: caller.request_id },
    );
  }
}

async function earlierDeposit(
  tx: Transaction,
  researcherId: string,
  key: string,
  { amount, currency }: NewDeposit,
): Promise<string | undefined> {
  const [former] = await tx.query<{ id: string; same: boolean }>(
    `SELECT id, amount = $3 AND currency = $4 AS same FROM identity.deposit
     WHERE researcher_id = $1 AND request_key = $2`,
    [researcherId, key, amount, currency],
  );
  if (former && !former.same) throw new DomainError('idempotency_conflict');
  return former?.id;
}

async function mustHaveRoom(tx: Transaction, researcherId: string): Promise<void> {
  const [row] = await tx.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM identity.deposit WHERE researcher_id = $1 AND state = 'announced'`,
    [researcherId],
  );
  if ((row?.waiting ?? 0) >= paymentsLimits.openDeposits)
    throw new DomainError('too_many_deposits');
}
