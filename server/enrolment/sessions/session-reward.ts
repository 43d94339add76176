import type { z } from 'zod';
import type { SessionChange } from '../../../contracts/sessions';
import { DomainError } from '../../platform/http/errors';
import type { Session } from './session.entity';

/**
 * The reward may rise after the launch, never fall (docs/domain.md, 2); a session without one may
 * get one.
 * @throws DomainError reward_lowered
 */
export function checkReward(session: Session, reward: z.output<typeof SessionChange>['reward']) {
  if (session.reward_amount === null) return;
  if (
    !reward ||
    reward.amount < session.reward_amount ||
    reward.currency !== session.reward_currency
  )
    throw new DomainError('reward_lowered');
}
