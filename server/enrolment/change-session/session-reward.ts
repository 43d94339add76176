import type { z } from 'zod';
import { isPaidReward, lacksPaymentTerms } from '../../../contracts/enrolment/payment.rule';
import type { SessionChange } from '../../../contracts/enrolment/sessions';
import { DomainError } from '../../platform/errors/errors';
import type { Session } from '../model/session.entity';
import { rewardOf } from '../model/session.rule';

/**
 * Checks a new reward. After the launch, the reward may rise and never fall (docs/domain.md, 2),
 * and a session without a reward may get one. The currency stays, since amounts of two currencies
 * cannot be compared. A session may get its first reward only if its launch froze payment terms,
 * because participants have read only the terms of the launch.
 * @throws DomainError reward_lowered, reward_currency_changed, payment_terms_missing
 */
export function checkReward(session: Session, reward: z.output<typeof SessionChange>['reward']) {
  const { reward_amount, reward_currency } = session;
  if (
    !isPaidReward(rewardOf(session)) &&
    lacksPaymentTerms(reward, session.snapshot?.payment_terms)
  )
    throw new DomainError('payment_terms_missing');
  if (reward_amount === null || reward_currency === null) return;
  if (!reward) throw new DomainError('reward_lowered');
  if (reward.currency !== reward_currency)
    throw new DomainError('reward_currency_changed', { currency: reward_currency });
  if (reward.amount < reward_amount) throw new DomainError('reward_lowered');
}
