import { useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '../../../../../contracts/base/limits';
import type { ParticipationState } from '../../../../../contracts/enrolment/participations';
import { readRoster } from '../../../../../contracts/enrolment/rosters';
import { pagedQuery } from '../../../lib/http/pages';
import type { PeopleEntry } from './people.rule';
import { useFirstPages } from './use-first-pages';

/**
 * Loads the roster of a session, page by page. If `names` is true, the roster contains names. If
 * `state` is not null, the roster lists only participations in this state.
 */
export function useRoster(
  sessionId: string,
  { names, state }: { names: boolean; state: ParticipationState | null },
) {
  const list = useInfiniteQuery(
    pagedQuery<PeopleEntry>(readRoster, {
      params: { id: sessionId },
      query: {
        limit: limits.pageSizeMax,
        names: String(names),
        ...(state && { state: [state] }),
      },
    }),
  );
  // While names are shown, each loaded page counts as an access to the roster, so no page is loaded
  // without a click.
  useFirstPages({ ...list, hasNextPage: list.hasNextPage && !names });
  return list;
}
