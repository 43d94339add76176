import { Injectable } from '@nestjs/common';
import { isPaid } from '../../../contracts/enrolment/payment.rule';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Session } from '../model/session.entity';
import { rewardOf } from '../model/session.rule';

/** What a launched session may have to pay. */
export interface SessionCommitment {
  readonly sessionId: string;
  /** The study's owner, who pays. */
  readonly ownerId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Of one participant, in minor units. */
  readonly reward: number;
  /** The spots that may be paid. */
  readonly spots: number;
}

/** What holds the money of sessions, in the transaction of their launch or change. */
export interface MoneyKeeper {
  /**
   * Holds what the session may have to pay: the first time all of it, later the difference.
   * @throws DomainError insufficient_funds
   */
  hold(tx: Transaction, commitment: SessionCommitment, now: Date): Promise<void>;
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
   * @throws DomainError insufficient_funds, wrong_currency
   */
  async hold(tx: Transaction, session: Session, ownerId: string, now: Date): Promise<void> {
    const reward = rewardOf(session);
    if (session.launched_at === null || !isPaid(reward) || session.audience === 'panel') return;
    const { amount, currency } = reward;
    const commitment = {
      sessionId: session.id,
      ownerId,
      currency,
      reward: amount,
      spots: session.capacity,
    };
    await this.keeper?.hold(tx, commitment, now);
  }
}
