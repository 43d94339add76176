import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Fit, readFits } from '../../../../contracts/catalogue/fits';
import { query } from '../../lib/http/api';
import { useUser } from '../../lib/auth/user';

/** A request names a hundred sessions at most; for later cards, the study's own page shows the fit. */
const atOnce = 100;

/**
 * Whether the signed-in participant fits the sessions of some cards, by session. It is empty for other visitors, and until the answer has
 * arrived: a card does not wait for it.
 */
export function useFits(sessionIds: readonly string[]): ReadonlyMap<string, Fit> {
  const { user } = useUser();
  const session = sessionIds.slice(0, atOnce);
  const { data } = useQuery({
    ...query(readFits, { query: { session } }),
    enabled: user?.is_researcher === false && session.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data?.items ?? []).map((one) => [one.session_id, one]));
}
