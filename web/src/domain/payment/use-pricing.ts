import { useQuery } from '@tanstack/react-query';
import { readPricing } from '../../../../contracts/payments/pricing';
import { query } from '../../lib/http/api';

/** Fetches the currencies and the fee, which change only when the operator restarts the server. */
export const usePricing = () => useQuery({ ...query(readPricing), staleTime: 10 * 60_000 });
