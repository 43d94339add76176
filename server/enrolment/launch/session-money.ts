import { Injectable } from '@nestjs/common';
import { isPaid } from '../../../contracts/enrolment/payment.rule';
import type { Transaction } from '../../platform/db/unit-of-work';
import { rewardOf } from '../model/session.rule';
import { mostByAnswersSql } from './most-by-answers';

interface Terms {
  owner_id: string;
  capacity: number;
  reward_amount: number | null;
  reward_currency: string | null;
  most_by_answers: number;
  is_closed: boolean;
}

export type HoldExtent = 'all' | 'possible';

/** What a launched session may have to pay. */
export interface SessionCommitment {
  readonly sessionId: string;
  /** The study's owner, who pays. */
  readonly ownerId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Of one participant, in minor units. */
  readonly reward: number;
  /** What the answers of one participant may earn on top at most, by the terms of the launch; minor units. */
  readonly mostByAnswers: number;
  /** The spots that may be paid. */
  readonly spots: number;
  /**
   * `all`: the change is refused without the money. `possible`: as much as the wallet has, where the change must not
   * be refused, since it raises neither capacity nor reward, or puts a decision right.
   */
  readonly extent: HoldExtent;
  readonly isClosed: boolean;
}

/** What holds the money of sessions, in the transaction of their launch or change. */
export interface MoneyKeeper {
  /**
   * Holds what the session may have to pay: the first time all of it, later the difference.
   * @throws DomainError insufficient_funds, wrong_currency
   */
  hold(tx: Transaction, commitment: SessionCommitment, now: Date): Promise<void>;
  /**
   * Whether a wallet still holds money for one of these sessions, or a payment of one is still to be booked or paid. Of
   * an anonymous session the answer tells nothing of today (UTC).
   */
  isBound(tx: Transaction, sessionIds: readonly string[], now: Date): Promise<boolean>;
}

/**
 * Where the context that holds money learns what a session may cost: that context knows this one, and not the
 * other way round. Without a keeper a reward is shown and nothing is held.
 */
@Injectable()
export class SessionMoney {
  private keeper: MoneyKeeper | undefined;

  /** @throws Error where the money of sessions has a keeper already */
  keptBy(keeper: MoneyKeeper): void {
    if (this.keeper) throw new Error('the money of sessions has a keeper already');
    this.keeper = keeper;
  }

  /**
   * Holds what a session may have to pay as it is now: nothing before its launch, without a reward, or where its
   * audience is paid elsewhere. The caller has locked the session's row.
   * @throws DomainError wrong_currency; insufficient_funds where all of it must be held
   */
  async hold(tx: Transaction, sessionId: string, extent: HoldExtent, now: Date): Promise<void> {
    if (!this.keeper) return;
    const [session] = await tx.query<Terms>(
      `SELECT t.owner_id, s.capacity, s.reward_amount, s.reward_currency, s.state = 'closed' AS is_closed,
         ${mostByAnswersSql(`s.snapshot -> 'payment_terms'`)} AS most_by_answers
       FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
       WHERE s.id = $1 AND s.launched_at IS NOT NULL AND s.audience <> 'panel'`,
      [sessionId],
    );
    if (!session) return;
    const reward = rewardOf(session);
    if (!isPaid(reward)) return;
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
   * Whether the owner's money is still bound to sessions of the study. The caller has locked the study's row, so that
   * none is launched meanwhile.
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
