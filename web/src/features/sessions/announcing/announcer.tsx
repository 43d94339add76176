import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { overlayLiveSession, type LiveSessions } from '../../../lib/live/overlay-live-sessions';
import { sessionTitle } from '../../../domain/sessions/session-name';
import { takenSeatsOf } from '../../../domain/sessions/seats-taken.rule';

/** The least time between two announcements to screen readers (DESIGN, behave). */
const announceEveryMs = 5000;

/**
 * Announces changes to users of screen readers. If one session has changed, the text names the
 * session. If several have changed, the text says how many.
 */
export function SessionChangeAnnouncer({
  sessions,
  live,
  everyMs = announceEveryMs,
}: {
  sessions: readonly Session[];
  live: LiveSessions;
  everyMs?: number;
}) {
  const { t } = useTranslation('sessions');
  const [text, setText] = useState('');
  const said = useRef<Map<string, number> | null>(null);
  const latest = useRef({ sessions, live });
  useEffect(() => {
    latest.current = { sessions, live };
  }, [sessions, live]);
  useEffect(() => {
    const now = () =>
      latest.current.sessions.map((s) => overlayLiveSession(s, latest.current.live[s._id]));
    const timer = setInterval(() => {
      const all = now();
      const before = said.current;
      said.current = new Map(all.map((s) => [s._id, s.version]));
      if (!before) return;
      const changed = all.filter((s) => (before.get(s._id) ?? s.version) < s.version);
      const last = changed.at(-1);
      if (last)
        setText(
          t(changed.length > 1 ? 'said.several' : 'said.one', {
            count: changed.length,
            title: sessionTitle(t, last),
            taken: takenSeatsOf(last),
            capacity: last.capacity,
          }),
        );
    }, everyMs);
    return () => clearInterval(timer);
  }, [t, everyMs]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
