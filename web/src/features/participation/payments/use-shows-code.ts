import { useQuery } from '@tanstack/react-query';
import type { Participation } from '../../../../../contracts/enrolment/participations';
import { type OwnPayment, readCashCode } from '../../../../../contracts/payments/payments';
import { query } from '../../../lib/http/api';
import { showsCode } from './cash-code.rule';

/**
 * The query for the code with which the researcher confirms a payment in cash. The code changes
 * with time, so each request may return a different one.
 */
export const cashCode = (participation: string) => ({
  ...query(readCashCode, { params: { id: participation } }),
  retry: false,
});

/**
 * Whether the page offers the code for a payment in cash. If only the server knows that, the page
 * requests a code to find out.
 */
export function useShowsCode(mine: Participation, payment: OwnPayment | undefined): boolean {
  const known = showsCode(mine, payment);
  const asked = useQuery({ ...cashCode(mine._id), enabled: known === 'ask' });
  return known === 'ask' ? asked.data !== undefined && !asked.error : known;
}
