import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { totalSessionCost } from '../../../../contracts/payments/cost.rule';
import { readSessionCost, type SessionCost } from '../../../../contracts/payments/session-cost';
import { query } from '../../lib/http/api';

interface Changed {
  capacity?: number | undefined;
  /** The reward of one participant, in minor units. */
  reward?: number | undefined;
}

/**
 * Calculates the cost that the page shows while the person types a new capacity. The missing amount
 * is an estimate until the server has answered for that capacity.
 */
export function costAtCapacity(read: SessionCost, capacity: number | undefined): SessionCost {
  const seats = capacity ?? read.seats;
  const byAnswers = read.seats > 0 ? (read.by_answers / read.seats) * seats : read.by_answers;
  const total = totalSessionCost(seats, read) + byAnswers;
  const more = total - read.total;
  return {
    ...read,
    seats,
    by_answers: byAnswers,
    total,
    missing: read.missing > 0 ? Math.max(0, read.missing + more) : 0,
  };
}

/**
 * Reads what a session may cost, with its present capacity and reward or with changed values. It
 * sends the request once the person pauses typing.
 */
export function useSessionCost(id: string, { capacity, reward }: Changed, isPaying: boolean) {
  const [asked] = useDebouncedValue(capacity, 300);
  const { data, error, refetch } = useQuery({
    ...query(readSessionCost, {
      params: { id },
      query: {
        ...(asked !== undefined && { capacity: asked }),
        ...(reward !== undefined && { reward }),
      },
    }),
    enabled: isPaying,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { cost: data && costAtCapacity(data, capacity), error, refetch };
}
