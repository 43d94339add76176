import { CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { sessionName } from '../../../domain/sessions/session-name';
import { overlayLiveSession, type LiveSessions } from '../../../lib/live/overlay-live-sessions';
import { AppLink } from '../../../ui/app-link';
import { LazySeatsDrawing } from '../../../ui/drawings/seats-later';
import { DockedPart } from '../../../ui/room/docked';
import {
  type SeatMilestone,
  milestoneSince,
  type SeatCounts,
  seatCountsOf,
} from './seat-milestones.rule';
import classes from './moments.module.css';

/** How long the card is shown: long enough to be noticed and read. */
const shownMs = 12_000;

/**
 * Shows the milestones of the watched sessions: the first participant, or that every seat is taken.
 * It shows one card at a time, beside the tiles, so that no tile moves. It is not a live region,
 * since the page's announcer reads the same numbers.
 */
export function SeatMilestones({
  sessions,
  live,
}: {
  sessions: readonly Session[];
  live: LiveSessions;
}) {
  const { t } = useTranslation(['sessions', 'common']);
  const seen = useRef<SeatCounts>(new Map());
  const [moment, setMoment] = useState<SeatMilestone | null>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const now = sessions.map((s) => overlayLiveSession(s, live[s._id]));
    const next = milestoneSince(seen.current, now);
    seen.current = seatCountsOf(now);
    if (next) setMoment(next);
  }, [sessions, live]);
  useEffect(() => {
    if (!moment || isHeld) return undefined;
    const timer = setTimeout(() => setMoment(null), shownMs);
    return () => clearTimeout(timer);
  }, [moment, isHeld]);
  if (!moment) return null;
  const { kind, session } = moment;
  return (
    <DockedPart to="message">
      <Paper
        className={classes.card}
        withBorder
        shadow="md"
        p="md"
        component="aside"
        aria-label={t(`sessions:moment.${kind}`)}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Group wrap="nowrap" align="flex-start" gap="md">
          <div className={classes.picture}>
            <LazySeatsDrawing scene={kind} width={120} />
          </div>
          <Stack gap={4} flex={1}>
            <Text fw={650}>{t(`sessions:moment.${kind}`)}</Text>
            <Text size="sm">
              {t(`sessions:moment.${kind}_text`, {
                title: session.study_title,
                name: sessionName(t, session),
              })}
            </Text>
            <AppLink to={`/experiments/details/${session.study_id}?tab=sessions`} size="sm">
              {t('sessions:moment.open')}
            </AppLink>
          </Stack>
          <CloseButton aria-label={t('common:action.close')} onClick={() => setMoment(null)} />
        </Group>
      </Paper>
    </DockedPart>
  );
}
