import type { Participation } from '../../../../../contracts/enrolment/participations';
import { isPaid } from '../../../../../contracts/enrolment/payment.rule';
import type { OwnPayment } from '../../../../../contracts/payments/payments';

type Mine = Pick<Participation, 'state' | 'reward' | 'by_appointment' | 'researcher_concludes'>;

/**
 * Whether the page offers the code for the desk. `ask`: it does not know whether the study pays in cash, as before an
 * approval, and the researchers note who came or completed: the server knows.
 */
export function showsCode(
  { state, reward, by_appointment, researcher_concludes }: Mine,
  payment: Pick<OwnPayment, 'state' | 'methods'> | undefined,
): boolean | 'ask' {
  if (payment?.state === 'approved' || payment?.state === 'failed')
    return payment.methods.includes('cash');
  const isNotedAtDesk = by_appointment || researcher_concludes;
  const mayBePaid = payment
    ? payment.state === 'due'
    : isPaid(reward) && (state === 'enrolled' || state === 'started');
  return mayBePaid && isNotedAtDesk && 'ask';
}
