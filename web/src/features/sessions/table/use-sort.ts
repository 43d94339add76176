import { useEffect, useMemo, useRef } from 'react';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { type LiveSessions, overlayLiveSession } from '../../../lib/live/overlay-live-sessions';
import { sortSessions, type SessionOrder } from './sort-and-filter';

/**
 * Sorts the sessions when the list is loaded or the researcher chooses an order. Live numbers that
 * arrive later do not change the order, so that no session moves while the researcher looks at it.
 */
export function useSortedSessions(
  sessions: readonly Session[],
  live: LiveSessions,
  { by, backwards }: SessionOrder,
): readonly Session[] {
  const latest = useRef(live);
  useEffect(() => {
    latest.current = live;
  }, [live]);
  return useMemo(
    () =>
      sortSessions(
        sessions.map((session) => overlayLiveSession(session, latest.current[session._id])),
        { by, backwards },
      ),
    [sessions, by, backwards],
  );
}
