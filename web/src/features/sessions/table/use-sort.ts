import { useEffect, useMemo, useRef } from 'react';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { type LiveSessions, overlay } from '../../../lib/live/live-sessions';
import { ordered, type Order } from './sort-and-filter';

/**
 * The sessions in the order that their numbers had when the order was chosen or the list was read:
 * what a live number does later moves nothing while the researcher looks at it.
 */
export function useSort(
  sessions: readonly Session[],
  live: LiveSessions,
  { by, backwards }: Order,
): readonly Session[] {
  const latest = useRef(live);
  useEffect(() => {
    latest.current = live;
  }, [live]);
  return useMemo(
    () =>
      ordered(
        sessions.map((session) => overlay(session, latest.current[session._id])),
        { by, backwards },
      ),
    [sessions, by, backwards],
  );
}
