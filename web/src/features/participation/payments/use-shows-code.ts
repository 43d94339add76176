import { useQuery } from '@tanstack/react-query';
import type { Participation } from '../../../../../contracts/enrolment/participations';
import { type OwnPayment, readCashCode } from '../../../../../contracts/payments/payments';
import { query } from '../../../lib/http/api';
import { showsCode } from './cash-code.rule';

/** The code of a participation. It follows from the time, so that each request may show another one. */
export const cashCode = (participation: string) => ({
  ...query(readCashCode, { params: { id: participation } }),
  retry: false,
});

/** Whether the page offers the code for the desk. Where only the server knows, the page asks for a code. */
export function useShowsCode(mine: Participation, payment: OwnPayment | undefined): boolean {
  const known = showsCode(mine, payment);
  const asked = useQuery({ ...cashCode(mine._id), enabled: known === 'ask' });
  return known === 'ask' ? asked.data !== undefined && !asked.error : known;
}
