import { Injectable } from '@nestjs/common';
import { isPaidReward } from '../../../contracts/enrolment/payment.rule';
import type { Transaction } from '../../platform/db/unit-of-work';
import { rewardOf } from '../model/session.rule';
import { maxPayForAnswersSql } from './most-by-answers';

interface Terms {
  owner_id: string;
  capacity: number;
  reward_amount: number | null;
  reward_currency: string | null;
  most_by_answers: number;
  is_closed: boolean;
}

export type MoneyReservationExtent = 'all' | 'possible';

/** The money that a launched session may have to pay. */
export interface SessionMoneyToReserve {
  readonly sessionId: string;
  /** The study's owner, who pays. */
  readonly ownerId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The reward of one participant, in minor units. */
  readonly reward: number;
  /**
   * The highest amount that the answers of one participant may earn in addition to the reward, by
   * the payment terms of the launch; in minor units.
   */
  readonly mostByAnswers: number;
  /** The number of spots that may be paid. */
  readonly spots: number;
  /**
   * What happens if the wallet lacks money. `all`: the change of the session is refused.
   * `possible`: only the available money is reserved. Changes that raise neither capacity nor
   * reward, and changes that correct a decision, must not be refused, so they are `possible`.
   */
  readonly extent: MoneyReservationExtent;
  readonly isClosed: boolean;
}

/** Implemented by the context that reserves the money of sessions, in the transaction of their launch or change. */
export interface SessionMoneyPort {
  /**
   * Reserves what the session may have to pay. The first call reserves the complete amount; each
   * later call reserves the difference to the amount that is reserved already.
   * @throws DomainError insufficient_funds, wrong_currency
   */
  hold(tx: Transaction, commitment: SessionMoneyToReserve, now: Date): Promise<void>;
  /**
   * Whether a wallet still has money reserved for one of these sessions, or a payment for one of them is not yet booked
   * or paid. For an anonymous session the result does not depend on anything that happened today (UTC).
   */
  isBound(tx: Transaction, sessionIds: readonly string[], now: Date): Promise<boolean>;
}

/**
 * Informs the payments context of what a session may cost. The payments context registers itself
 * here, since this context may not import it. Without it, a reward is shown but no money is
 * reserved.
 */
@Injectable()
export class SessionMoney {
  private keeper: SessionMoneyPort | undefined;

  /**
   * Registers the context that reserves the money.
   * @throws Error if a context is registered already
   */
  keptBy(keeper: SessionMoneyPort): void {
    if (this.keeper) throw new Error('the money of sessions has a keeper already');
    this.keeper = keeper;
  }

  /**
   * Reserves the money that a session may have to pay in its current state. It reserves nothing
   * before the launch, without a reward, or if the participants are paid elsewhere. The caller must
   * have locked the session's row.
   * @throws DomainError wrong_currency; insufficient_funds if `extent` is `all`
   */
  async hold(
    tx: Transaction,
    sessionId: string,
    extent: MoneyReservationExtent,
    now: Date,
  ): Promise<void> {
    if (!this.keeper) return;
    const [session] = await tx.query<Terms>(
      `SELECT t.owner_id, s.capacity, s.reward_amount, s.reward_currency, s.state = 'closed' AS is_closed,
         ${maxPayForAnswersSql(`s.snapshot -> 'payment_terms'`)} AS most_by_answers
       FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
       WHERE s.id = $1 AND s.launched_at IS NOT NULL AND s.audience <> 'panel'`,
      [sessionId],
    );
    if (!session) return;
    const reward = rewardOf(session);
    if (!isPaidReward(reward)) return;
    const commitment = {
      sessionId,
      ownerId: session.owner_id,
      currency: reward.currency,
      reward: reward.amount,
      mostByAnswers: session.most_by_answers,
      spots: session.capacity,
      extent,
      isClosed: session.is_closed,
    };
    await this.keeper.hold(tx, commitment, now);
  }

  /**
   * Whether the owner's money is still reserved for sessions of the study. The caller must have locked the study's
   * row, so that none is launched meanwhile.
   */
  async isBoundTo(tx: Transaction, studyId: string, now: Date): Promise<boolean> {
    if (!this.keeper) return false;
    const launched = await tx.query<{ id: string }>(
      `SELECT id FROM research.session WHERE study_id = $1 AND launched_at IS NOT NULL`,
      [studyId],
    );
    return this.keeper.isBound(
      tx,
      launched.map(({ id }) => id),
      now,
    );
  }
}
