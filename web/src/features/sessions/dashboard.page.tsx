import { Button, Stack } from '@mantine/core';
import { IconFilterOff, IconLayoutDashboard } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { overlay } from '../../lib/live/live-sessions';
import { useConnection, useLive, useLiveSessions } from '../../lib/live/live-context';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { CardSkeletons } from '../../ui/feedback/skeletons';
import { Announcer } from './announcer';
import { BarLegend } from './bar-legend';
import { filtered, ordered, stateOf, totalsOf } from './sort-and-filter';
import { ConnectionState } from '../../domain/sessions/connection-state';
import { DashboardFilters, useDashboardFilters } from './dashboard-filters';
import { Moments } from './moments';
import { SessionTile } from './session-tile';
import classes from './session-tile.module.css';
import { Totals } from './totals';
import { useSessions } from './use-sessions';
import { useTileKeys } from './use-tile-keys';

/**
 * /sessions/dashboard: a researcher watches live numbers for an hour. Dense, quiet, exact, without
 * layout shifts.
 */
export function DashboardPage() {
  const { t } = useTranslation('sessions');
  useLive('dashboard');
  const live = useLiveSessions();
  const { sessions, error, isPending, refetch, readAt } = useSessions();
  const connection = useConnection();
  const filters = useDashboardFilters();
  const { state, study, sort } = filters;
  const keys = useTileKeys();
  const inOrder = useMemo(() => ordered(sessions, sort), [sessions, sort]);
  const shown = filtered(inOrder, live, state, study);
  const studies = useMemo(
    () => [
      ...new Map(
        sessions.map((s) => [s.study_id, { id: s.study_id, title: s.study_title }]),
      ).values(),
    ],
    [sessions],
  );
  const reachable = shown.some((s) => s._id === keys.current) ? keys.current : shown[0]?._id;
  const totals = totalsOf(shown.map((s) => overlay(s, live[s._id])));

  return (
    <Page title={t('dashboard.title')} size="xl" actions={<ConnectionState readAt={readAt} />}>
      {error && (
        <ErrorNotice error={error} title={t('dashboard.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <CardSkeletons count={8} height={228} />
      ) : sessions.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconLayoutDashboard}
            title={t('dashboard.empty')}
            text={t('dashboard.empty_text')}
            action={<LinkButton to="/experiments">{t('dashboard.to_studies')}</LinkButton>}
          />
        )
      ) : (
        <Stack
          gap="md"
          className={classes.watched}
          data-old={connection === 'silent' || connection === 'reconnecting' || undefined}
        >
          <Totals totals={totals} />
          <DashboardFilters
            filters={filters}
            studies={studies}
            countOf={(s) =>
              sessions.filter(
                (one) =>
                  (s === 'all' || stateOf(one, live) === s) && (!study || one.study_id === study),
              ).length
            }
          />
          <BarLegend />
          {shown.length === 0 ? (
            <EmptyState
              icon={IconFilterOff}
              title={t('dashboard.nothing')}
              text={t('dashboard.nothing_text')}
              action={
                <Button variant="default" onClick={filters.clear}>
                  {t('dashboard.show_all')}
                </Button>
              }
            />
          ) : (
            <ul
              className={classes.grid}
              ref={keys.list}
              onKeyDown={keys.onKeyDown}
              aria-label={t('dashboard.list')}
            >
              {shown.map((session) => (
                <SessionTile
                  key={session._id}
                  session={session}
                  live={live[session._id]}
                  reachable={session._id === reachable}
                  onFocus={keys.onFocus}
                />
              ))}
            </ul>
          )}
        </Stack>
      )}
      <Moments sessions={sessions} live={live} />
      <Announcer sessions={sessions} live={live} />
    </Page>
  );
}
