import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type EligibilityFit,
  readEligibilityFits,
} from '../../../../contracts/catalogue/eligibility-fits';
import { query } from '../../lib/http/api';
import { useUser } from '../../lib/auth/user';

/**
 * The most sessions that one request checks. If the list has more cards, the last cards do not show
 * whether the participant is eligible. The page of each study shows it.
 */
const atOnce = 100;

/**
 * Whether the signed-in participant is eligible for the sessions of some cards, by session. The map
 * is empty for other visitors, and until the answer has arrived, since cards do not wait for it.
 */
export function useEligibilityBySession(
  sessionIds: readonly string[],
): ReadonlyMap<string, EligibilityFit> {
  const { user } = useUser();
  const session = sessionIds.slice(0, atOnce);
  const { data } = useQuery({
    ...query(readEligibilityFits, { query: { session } }),
    enabled: user?.is_researcher === false && session.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data?.items ?? []).map((one) => [one.session_id, one]));
}
