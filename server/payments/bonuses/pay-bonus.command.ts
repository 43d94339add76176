import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import { walletShortfall } from '../../../contracts/payments/cost.rule';
import type { Caller } from '../../access/caller';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import { lockSessionRows } from '../../enrolment/seats/lock-sessions';
import { SessionWorkQueues } from '../../enrolment/seats/session-lanes';
import { balancesOf } from '../../ledger/accounts';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import type { BatchQueue } from '../../platform/concurrency/batch-queue';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { areEqualBytes } from '../../platform/security/same-bytes';
import { Secrets } from '../../platform/security/secrets';
import { lockSessionHold, setHoldAmount, type SessionHoldFields } from '../holds/session-holds';
import { shownMissingAmount } from '../holds/shown-missing.rule';
import { requestKey } from '../request-key';
import type { BonusOrder, BonusPlan, BonusPayingSession } from './bonus-order';
import type { BonusOrPreview } from './bonus-or-preview';
import { bonusByRequestKey, insertBonus, paymentIdsOfBonus } from './bonuses.store';

/**
 * Returns a preview of what a bonus costs. If the request contains the digest of that preview, the
 * bonus is paid.
 */
export class PayBonus extends Command<BonusOrPreview> {
  constructor(
    readonly sessionId: string,
    readonly order: BonusOrder,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(PayBonus)
export class PayBonusHandler implements ICommandHandler<PayBonus> {
  private readonly bonuses: BatchQueue<string, PayBonus, Bonus>;

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    lanes: SessionWorkQueues,
  ) {
    this.bonuses = lanes.queue({ sessionOf: ({ sessionId }) => sessionId, max: 1 });
  }

  /**
   * A request that is repeated with the same `Idempotency-Key` gets the same response. Of two
   * requests with the same digest but different keys, the second is refused.
   * @throws DomainError not_found, forbidden, validation_failed, session_unpaid, digest_stale,
   * nobody_to_pay, insufficient_funds, idempotency_conflict, and the errors of `BonusOrder.plan`
   */
  async execute(command: PayBonus): Promise<BonusOrPreview> {
    if (command.order.digest === undefined) return { shown: await this.preview(command) };
    return {
      paid: await this.bonuses.load(command, async (_, waits) => [
        await this.transact(command, command.order.digest ?? '', waits),
      ]),
    };
  }

  private async preview({ sessionId, order, caller }: PayBonus): Promise<BonusPreview> {
    const { manager } = this.source;
    const { account_id } = caller.person;
    const session = await requireRightToRunSession(manager, sessionId, account_id);
    const [hold]: (Omit<BonusPayingSession, 'privacy_level'> &
      Pick<SessionHoldFields, 'account_id' | 'wallet_account_id' | 'for_answers'>)[] =
      await manager.query(
        `SELECT h.session_id, h.currency, h.fee_basis_points, h.account_id, h.wallet_account_id, h.for_answers
         FROM research.session_hold h WHERE h.session_id = $1`,
        [sessionId],
      );
    if (!hold) throw new DomainError('session_unpaid');
    if (!(await isWalletOf(manager, hold.wallet_account_id, session.owner_id)))
      throw new DomainError('session_unpaid');
    const paying = { ...hold, ...session };
    mustPayIn(order, hold);
    const plan = await order.plan(manager, this.secrets, paying, this.clock.now());
    const { totals } = plan;
    const balances = await balancesOf(manager, [hold.account_id, hold.wallet_account_id]);
    const wallet = balances.get(hold.wallet_account_id);
    const held = balances.get(hold.account_id)?.balance ?? 0;
    const cost = Math.max(0, costOf(totals) - heldFor(order, hold, held));
    return {
      digest: plan.digest.toString('hex'),
      ...totals,
      currency: hold.currency,
      missing: shownMissingAmount(
        cost,
        wallet ? walletShortfall(cost, wallet) : 0,
        await isWalletOf(manager, hold.wallet_account_id, account_id),
      ),
    };
  }

  private transact(
    command: PayBonus,
    digest: string,
    waits: boolean,
  ): Promise<Bonus | typeof rowLockedElsewhere> {
    return this.unitOfWork.run(
      async (tx) => {
        const { sessionId, caller } = command;
        // The lock prevents changes of participations between reading the list of participants and
        // paying them.
        const locked = await lockSessionRows(tx.manager, [sessionId], waits);
        if (!waits && locked.size === 0) return rowLockedElsewhere;
        const session = await requireRightToRunSession(
          tx.manager,
          sessionId,
          caller.person.account_id,
        );
        return this.pay(tx, command, Buffer.from(digest, 'hex'), session);
      },
      { requestId: command.caller.request_id },
    );
  }

  private async pay(
    tx: Transaction,
    { sessionId, order, caller, idempotencyKey }: PayBonus,
    digest: Buffer,
    session: Pick<BonusPayingSession, 'privacy_level'> & { readonly owner_id: string },
  ): Promise<Bonus> {
    const key = requestKey('bonus', caller.person.account_id, idempotencyKey);
    const former = await bonusByRequestKey(tx, key);
    if (former) {
      if (former.session_id === sessionId && areEqualBytes(former.digest, digest))
        return former.bonus;
      throw new DomainError('idempotency_conflict');
    }
    const hold = await lockSessionHold(tx, sessionId);
    if (!hold) throw new DomainError('session_unpaid');
    if (!(await isWalletOf(tx, hold.wallet_account_id, session.owner_id)))
      throw new DomainError('session_unpaid');
    const now = this.clock.now();
    mustPayIn(order, hold);
    const plan = await order.plan(tx, this.secrets, { ...hold, ...session }, now);
    if (!areEqualBytes(plan.digest, digest)) throw new DomainError('digest_stale');
    const { totals } = plan;
    if (totals.people === 0) throw new DomainError('nobody_to_pay');
    const held = (await balancesOf(tx, [hold.account_id])).get(hold.account_id)?.balance ?? 0;
    const before = held - heldFor(order, hold, held);
    await setHoldAmount(tx, hold, before + costOf(totals), 'all', now);
    // The bonus changes how much money must stay reserved. If the session is closed, a job then
    // counts again how much its participants may still claim, and returns the rest to the wallet.
    await tx.query(
      `UPDATE research.session_hold SET is_settled = false,
         for_answers = CASE WHEN $2 THEN 0 ELSE for_answers END WHERE session_id = $1`,
      [sessionId, order.spendsForAnswers],
    );
    const bonus: Bonus = {
      _id: randomUUID(),
      kind: order.kind,
      reason: plan.reason,
      ...totals,
      currency: hold.currency,
      day: utcDay(now),
    };
    await insertBonus(tx, bonus, {
      session_id: sessionId,
      request_key: key,
      digest,
      created_by: caller.person.account_id,
    });
    await plan.insert(tx, bonus);
    for (const payment_id of await paymentIdsOfBonus(tx, bonus._id))
      tx.record('payments.payment-changed', { payment_id });
    return bonus;
  }
}

/**
 * @throws DomainError validation_failed where the request's amounts are in a currency other than
 * the session's
 */
function mustPayIn(order: BonusOrder, { currency }: Pick<BonusPayingSession, 'currency'>): void {
  if (order.currency !== undefined && order.currency !== currency)
    throw badField('currency', 'invalid_currency');
}

const costOf = ({ amount_total, fee }: BonusPlan['totals']): number => amount_total + fee;
/**
 * Returns how much of the money that the session holds for pay by answers this bonus may spend, in
 * minor units. The result is 0 unless the bonus is pay by answers.
 */
const heldFor = (
  order: BonusOrder,
  hold: Pick<SessionHoldFields, 'for_answers'>,
  held: number,
): number => (order.spendsForAnswers ? Math.min(Number(hold.for_answers), Math.max(0, held)) : 0);

/**
 * Whether a wallet belongs to the researcher. After a study is transferred, its sessions keep
 * paying from the wallet of their launch, but the new owner must not pay bonuses from it.
 */
async function isWalletOf(
  on: Pick<Transaction, 'query'>,
  walletAccountId: string,
  researcherId: string,
): Promise<boolean> {
  const found = await on.query(
    `SELECT FROM identity.wallet WHERE account_id = $1 AND researcher_id = $2`,
    [walletAccountId, researcherId],
  );
  return found.length > 0;
}
