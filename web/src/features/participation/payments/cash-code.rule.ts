import type { Participation } from '../../../../../contracts/enrolment/participations';
import { isPaidReward } from '../../../../../contracts/enrolment/payment.rule';
import type { ParticipantPayment } from '../../../../../contracts/payments/payments';

type Mine = Pick<Participation, 'state' | 'reward' | 'by_appointment' | 'researcher_concludes'>;

/**
 * Whether the page offers the code with which the researcher confirms a payment in cash. `ask`
 * means that only the server knows this: the payment is not approved yet, and the researchers
 * record who came or who completed the study.
 */
export function showsCashCode(
  { state, reward, by_appointment, researcher_concludes }: Mine,
  payment: Pick<ParticipantPayment, 'state' | 'methods'> | undefined,
): boolean | 'ask' {
  if (payment?.state === 'approved' || payment?.state === 'failed')
    return payment.methods.includes('cash');
  const isNotedAtDesk = by_appointment || researcher_concludes;
  const mayBePaid = payment
    ? payment.state === 'due'
    : isPaidReward(reward) && (state === 'enrolled' || state === 'started');
  return mayBePaid && isNotedAtDesk && 'ask';
}
