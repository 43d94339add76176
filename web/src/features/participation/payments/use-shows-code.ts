import { useQuery } from '@tanstack/react-query';
import type { Participation } from '../../../../../contracts/enrolment/participations';
import { type ParticipantPayment, readCashCode } from '../../../../../contracts/payments/payments';
import { query } from '../../../lib/http/api';
import { showsCashCode } from './cash-code.rule';

/**
 * Makes the query for the code with which the researcher confirms a payment in cash. The code
 * changes with time, so each request may return a different code.
 */
export const cashCodeQuery = (participation: string) => ({
  ...query(readCashCode, { params: { id: participation } }),
  retry: false,
});

/**
 * Whether the page offers the code for a payment in cash. If only the server knows that, the page
 * requests a code to find out.
 */
export function useShowsCashCode(
  mine: Participation,
  payment: ParticipantPayment | undefined,
): boolean {
  const known = showsCashCode(mine, payment);
  const asked = useQuery({ ...cashCodeQuery(mine._id), enabled: known === 'ask' });
  return known === 'ask' ? asked.data !== undefined && !asked.error : known;
}
