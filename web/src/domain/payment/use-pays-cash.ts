import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';
import { readPaymentMethods } from '../../../../contracts/payments/payments';
import { query } from '../../lib/http/api';
import { mayManageStudy } from '../collaborators/role.rule';

/**
 * Whether the session's participants may be paid in cash and the signed-in person may confirm these
 * payments.
 */
export function useCanPayCash(
  session: Pick<Session, 'study_id' | 'reward' | 'role'> | undefined,
): boolean {
  const enabled =
    session !== undefined && isPaidReward(session.reward) && mayManageStudy(session.role);
  const { data } = useQuery({
    ...query(readPaymentMethods, { params: { id: session?.study_id ?? '' } }),
    enabled,
  });
  return enabled && data?.methods.includes('cash') === true;
}
