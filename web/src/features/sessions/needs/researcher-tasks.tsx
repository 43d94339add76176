import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCalendarTime } from '../../../ui/icons/calendar-time';
import { IconMessage } from '../../../ui/icons/message';
import { IconUsers } from '../../../ui/icons/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeatAvailability } from '../../../../../contracts/live/live';
import { countUnread } from '../../../../../contracts/messages/messages';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { sessionName } from '../../../domain/sessions/session-name';
import { formatTimeWithZone } from '../../../lib/intl/format';
import { query } from '../../../lib/http/api';
import { overlayLiveSession } from '../../../lib/live/overlay-live-sessions';
import { AppLink } from '../../../ui/app-link';
import classes from './needs.module.css';
import { type ResearcherTask, researcherTasksOf } from './researcher-tasks.rule';
import { useAllLiveRuns } from './use-all-live-runs';
import { serverNow } from '../../../lib/http/server-clock';

/**
 * The number of tasks that the row shows, on narrow and on wide screens. The row's height is fixed,
 * so that nothing below it moves.
 */
const [few, fewWide] = [1, 3];
/** The limit between narrow and wide screens (docs/specification.md, 9), as in needs.module.css. */
const narrow = '(max-width: 52.125em)';
const icons = {
  errors: IconAlertTriangle,
  consent_withdrawn: IconAlertTriangle,
  unread: IconMessage,
  full: IconUsers,
  waiting: IconUsers,
  closes: IconCalendarTime,
} as const;
/** Returns the path of the page on which the researcher can do the task. */
const pathOf = (need: ResearcherTask) =>
  need.kind === 'unread'
    ? '/messages'
    : `/sessions/${need.session._id}${need.kind === 'errors' ? '#data' : ''}`;

/** Shows the tasks of the researcher above all numbers. */
export function ResearcherTasks({
  sessions,
  live,
}: {
  sessions: readonly Session[];
  live: Readonly<Record<string, SeatAvailability>>;
}) {
  const { t } = useTranslation('sessions');
  const runs = useAllLiveRuns();
  // The page's header uses the same query, so this causes no further request.
  const unread = useQuery({ ...query(countUnread), staleTime: 60_000 });
  const needs = researcherTasksOf(
    sessions.map((one) => overlayLiveSession(one, live[one._id])),
    runs,
    unread.data?.of_studies ?? 0,
    serverNow(),
  );
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const shown = isOpen ? needs : needs.slice(0, isNarrow ? few : fewWide);
  const text = (need: ResearcherTask) =>
    t(`needs.${need.kind}`, {
      count: need.count,
      at: need.kind === 'closes' ? formatTimeWithZone(need.session.closes_at ?? '') : '',
    });
  return (
    <Stack gap="xs" component="section" aria-labelledby="needs">
      <Group gap="md" className={classes.head}>
        <Title order={2} size="h4" id="needs">
          {needs.length > 0 ? t('needs.title', { count: needs.length }) : t('needs.none')}
        </Title>
        {shown.length < needs.length && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('needs.more')}
          </Button>
        )}
      </Group>
      {needs.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          {t('needs.none_text')}
        </Text>
      )}
      <ul className={classes.needs} aria-labelledby="needs" hidden={needs.length === 0}>
        {shown.map((need) => {
          const Icon = icons[need.kind];
          const who =
            need.kind === 'unread'
              ? null
              : `${need.session.study_title} · ${sessionName(t, need.session)}`;
          return (
            <li key={`${need.kind}-${who ?? ''}`} data-kind={need.kind}>
              <Icon size={18} aria-hidden />
              <span className={classes.what}>
                <span>{text(need)}</span>
                {who !== null && (
                  <Text size="sm" c="dimmed" component="span" title={who}>
                    {who}
                  </Text>
                )}
              </span>
              <AppLink
                to={pathOf(need)}
                size="sm"
                aria-label={who === null ? undefined : `${t(`needs.do.${need.kind}`)}: ${who}`}
              >
                {t(`needs.do.${need.kind}`)}
              </AppLink>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
