import { useQuery } from '@tanstack/react-query';
import { readPricing } from '../../../../contracts/payments/pricing';
import { query } from '../../lib/http/api';

/** The currencies and the fee of this installation, which change only when its operator restarts it. */
export const usePricing = () => useQuery({ ...query(readPricing), staleTime: 10 * 60_000 });
