import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Fit, readFits } from '../../../../contracts/catalogue/fits';
import { query } from '../../lib/http/api';
import { useUser } from '../../lib/auth/user';

/** A call names a hundred sessions at most; who pages further reads the studies' own pages. */
const atOnce = 100;

/**
 * How the participant who is signed in fits the sessions of some cards, by session. Empty for all
 * else, and until it is known: a card never waits for it.
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
