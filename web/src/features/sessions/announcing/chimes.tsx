import { useEffect, useRef } from 'react';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { overlayLiveSession, type LiveSessions } from '../../../lib/live/overlay-live-sessions';
import { playChime } from './chime';
import { chimeForChanges } from './chimes.rule';
import { type SeatCounts, seatCountsOf } from './seat-milestones.rule';
import { useDashboardOptions } from '../dashboard-options.store';

/** The least time between two chimes, so that many changes sound only once. */
const everyMs = 1_500;

/** Plays tones when seats are taken, for researchers who turned them on. */
export function SeatChimes({
  sessions,
  live,
}: {
  sessions: readonly Session[];
  live: LiveSessions;
}) {
  const sound = useDashboardOptions((watching) => watching.sound);
  const seen = useRef<SeatCounts | null>(null);
  const last = useRef(-Infinity);
  useEffect(() => {
    const all = sessions.map((session) => overlayLiveSession(session, live[session._id]));
    const chime = seen.current && chimeForChanges(seen.current, all);
    seen.current = seatCountsOf(all);
    if (!sound || !chime || performance.now() - last.current < everyMs) return;
    last.current = performance.now();
    playChime(chime);
  }, [sessions, live, sound]);
  return null;
}
