import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '../../ui/icons/adjustments';
import { IconFilterOff } from '../../ui/icons/filter-off';
import { IconLayoutDashboard } from '../../ui/icons/layout-dashboard';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { overlayLiveSession } from '../../lib/live/overlay-live-sessions';
import {
  useLiveConnectionState,
  useLiveTopics,
  useLiveSessionsInSlices,
} from '../../lib/live/live-context';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { LoadingGrid } from '../../ui/loading/loading';
import { SessionChangeAnnouncer } from './announcing/announcer';
import { BarLegend } from './tiles/bar-legend';
import { SeatChimes } from './announcing/chimes';
import { countSessionsByState, filterSessions, sessionTotalsOf } from './table/sort-and-filter';
import { ConnectionState } from '../../domain/sessions/connection-state';
import { DashboardFilters, useDashboardFilters } from './dashboard-filters';
import { ResearcherTasks } from './needs/researcher-tasks';
import { NewSession } from './new-session';
import { SeatMilestones } from './announcing/seat-milestones';
import { SelectionBar } from './selecting/selection-bar';
import { SessionTile } from './tiles/session-tile';
import classes from './tiles/session-tile.module.css';
import { SessionsTable } from './table/sessions-table';
import { SessionTotalsLine } from './totals';
import { useMedianMinutes } from './use-medians';
import { useStableObject } from './use-stable-object';
import { usePricing } from '../../domain/payment/use-pricing';
import { useSelection } from './selecting/use-selection';
import { useSessions } from './use-sessions';
import { useSortedSessions } from './table/use-sort';
import { useTileKeys } from './tiles/use-tile-keys';
import { useDashboardOptions } from './dashboard-options.store';
import { DashboardOptions } from './watching-options';

/**
 * The empty selection. It is a constant, since a new array in each render would cause re-renders.
 */
const none: readonly Session[] = [];

/**
 * /sessions/dashboard: the page on which a researcher watches live numbers, perhaps for an hour. It
 * must be dense, quiet and exact, without layout shifts.
 */
export function DashboardPage() {
  const { t } = useTranslation('sessions');
  useLiveTopics('dashboard');
  const live = useLiveSessionsInSlices();
  const { sessions, error, isPending, refetch, readAt } = useSessions();
  const medians = useMedianMinutes(sessions);
  const rates = usePricing().data?.fair_pay;
  const connection = useLiveConnectionState();
  const filters = useDashboardFilters();
  const { state, study, order } = filters;
  const shown = filterSessions(useSortedSessions(sessions, live, order), live, state, study);
  const { view, motion } = useDashboardOptions();
  const [controls, { toggle: toggleControls }] = useDisclosure();
  const ids = shown.map((session) => session._id);
  const selection = useSelection(ids);
  const keys = useTileKeys(ids, selection.onKey);
  const keysId = useId();
  // Keeps the same function in all renders, so that a tile re-renders for changes of its own
  // numbers alone.
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const onSelect = useCallback((id: string, range: boolean) => {
    if (range) latest.current.extendTo(id);
    else latest.current.toggle(id);
  }, []);
  const { focusPlace } = keys;
  const clear = useCallback(() => {
    latest.current.clear();
    // The focused button disappears when the selection ends, so a session gets the focus.
    setTimeout(focusPlace);
  }, [focusPlace]);
  const selectAll = useCallback(() => latest.current.selectAll(), []);
  const studies = useMemo(
    () => [
      ...new Map(
        sessions.map((s) => [s.study_id, { id: s.study_id, title: s.study_title }]),
      ).values(),
    ],
    [sessions],
  );
  const reachable = shown.some((s) => s._id === keys.current) ? keys.current : shown[0]?._id;
  const totals = sessionTotalsOf(shown.map((s) => overlayLiveSession(s, live[s._id])));
  const counts = useStableObject(countSessionsByState(sessions, live, study));
  const selected = selection.selected.length
    ? shown
        .filter(({ _id }) => selection.isSelected(_id))
        .map((session) => overlayLiveSession(session, live[session._id]))
    : none;

  return (
    <Page
      title={t('dashboard.title')}
      size="xl"
      actions={
        <>
          <ConnectionState readAt={readAt} />
          <NewSession studies={studies} />
        </>
      }
    >
      {error && (
        <ErrorNotice error={error} title={t('dashboard.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <LoadingGrid count={8} height={228} />
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
          data-still={motion ? undefined : true}
          data-old={connection === 'silent' || connection === 'reconnecting' || undefined}
        >
          <ResearcherTasks sessions={sessions} live={live} />
          <SessionTotalsLine totals={totals} />
          <Button
            className={classes.fold}
            variant="default"
            leftSection={<IconAdjustments size={18} aria-hidden />}
            aria-expanded={controls}
            onClick={toggleControls}
          >
            {t('dashboard.controls')}
          </Button>
          <div className={classes.controls} data-open={controls || undefined}>
            <DashboardFilters filters={filters} studies={studies} counts={counts} />
            <Group gap="sm" justify="space-between">
              <BarLegend />
              <DashboardOptions />
            </Group>
          </div>
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
          ) : view === 'table' ? (
            <SessionsTable
              shown={shown}
              live={live}
              medians={medians}
              rates={rates}
              list={keys.list}
              listProps={keys.listProps}
              describedBy={keysId}
              order={order}
              onSort={filters.setOrder}
              isSelected={selection.isSelected}
              selected={selection.selected.length}
              onSelectAll={(all) => (all ? selection.selectAll() : selection.clear())}
              reachable={reachable ?? undefined}
              onFocus={keys.onFocus}
              onSelect={onSelect}
            />
          ) : (
            <ul
              className={classes.grid}
              ref={keys.list as RefObject<HTMLUListElement | null>}
              {...keys.listProps}
              aria-label={t('dashboard.list')}
              aria-describedby={keysId}
            >
              {shown.map((session) => (
                <SessionTile
                  key={session._id}
                  session={session}
                  live={live[session._id]}
                  median={medians.get(session._id)}
                  rates={rates}
                  reachable={session._id === reachable}
                  onFocus={keys.onFocus}
                  selected={selection.isSelected(session._id)}
                  onSelect={onSelect}
                />
              ))}
            </ul>
          )}
          <SelectionBar
            selected={selected}
            shown={shown.length}
            onAll={selectAll}
            onClear={clear}
          />
          <VisuallyHidden id={keysId}>{t('keys.spoken')}</VisuallyHidden>
        </Stack>
      )}
      <SeatMilestones sessions={sessions} live={live} />
      <SeatChimes sessions={sessions} live={live} />
      <SessionChangeAnnouncer sessions={sessions} live={live} />
    </Page>
  );
}
