import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  walletShortfall,
  computeCostPerParticipant,
  totalCostByAnswers,
  totalSessionCost,
} from '../../../contracts/payments/cost.rule';
import type { SessionCost } from '../../../contracts/payments/session-cost';
import { CONFIG, type Config } from '../../config';
import { SessionCostTermsRead } from '../../enrolment/launch/session-terms.read';
import { balancesOf } from '../../ledger/accounts';
import { Clock } from '../../platform/concurrency/clock';
import { countBookedSeats, isPaidByAnswers, readUnbookedBonusAmount } from './booked-payments';
import { shownMissingAmount } from './shown-missing.rule';

const nothing = {
  reward: 0,
  fee: 0,
  by_answers: 0,
  by_answers_most: 0,
  total: 0,
  held: 0,
  missing: 0,
};

interface Known {
  wallet: string | null;
  hold: string | null;
  fee_basis_points: number | null;
}

/** Computes what a session may cost, before it is launched or changed. */
@Injectable()
export class SessionCostRead {
  constructor(
    private readonly source: DataSource,
    private readonly terms: SessionCostTermsRead,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'platformFeeBp' | 'walletLimit'>,
  ) {}

  /**
   * @param changed a new capacity, or a new reward in minor units of the session's currency
   * @throws DomainError not_found, forbidden
   */
  async of(
    sessionId: string,
    accountId: string,
    changed: { capacity?: number | undefined; reward?: number | undefined },
  ): Promise<SessionCost> {
    const terms = await this.terms.of(sessionId, accountId);
    const seats = changed.capacity ?? terms.capacity;
    const reward = terms.isPaid ? (changed.reward ?? terms.reward ?? 0) : 0;
    const { currency } = terms;
    if (reward === 0 || currency === null) return { seats, ...nothing, currency: null };
    const [known]: Known[] = await this.source.query(
      `SELECT h.account_id AS hold, h.fee_basis_points, coalesce(h.wallet_account_id, w.account_id) AS wallet
       FROM (SELECT 1) one
       LEFT JOIN research.session_hold h ON h.session_id = $1
       LEFT JOIN identity.wallet w ON w.researcher_id = $2 AND w.currency = $3`,
      [sessionId, terms.ownerId, currency],
    );
    const ids = [known?.wallet, known?.hold].filter((id) => typeof id === 'string');
    const balances = await balancesOf(this.source, ids);
    const wallet = known?.wallet ? balances.get(known.wallet) : undefined;
    const held = (known?.hold ? balances.get(known.hold)?.balance : 0) ?? 0;
    const feeBasisPoints = known?.fee_basis_points ?? this.config.platformFeeBp;
    const price = computeCostPerParticipant(reward, feeBasisPoints);
    const byAnswers = (await isPaidByAnswers(this.source.manager, sessionId))
      ? 0
      : totalCostByAnswers(seats, terms.mostByAnswers, feeBasisPoints);
    const total = totalSessionCost(seats, price) + byAnswers;
    const { walletLimit } = this.config;
    const booked = totalSessionCost(await countBookedSeats(this.source.manager, sessionId), price);
    // Money held for bonuses is not available for seats.
    const spare =
      held - (await readUnbookedBonusAmount(this.source.manager, sessionId, this.clock.now()));
    const toHold = terms.isClosed ? 0 : Math.max(0, total - booked - spare);
    const newWallet = { balance: 0, minimum: walletLimit === undefined ? null : 0 - walletLimit };
    return {
      seats,
      ...price,
      by_answers: byAnswers,
      by_answers_most: byAnswers > 0 ? terms.mostByAnswers : 0,
      total,
      held,
      missing: shownMissingAmount(
        toHold,
        walletShortfall(toHold, wallet ?? newWallet),
        terms.ownerId === accountId,
      ),
      currency,
    };
  }
}
