import { Grid, Skeleton, Stack, Title } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readSessionBatch } from '../../../../contracts/batch-session';
import { readConditions } from '../../../../contracts/conditions';
import { listRunErrors, listRuns, type RunError, type RunLine } from '../../../../contracts/runs';
import { readSessionProgress } from '../../../../contracts/session-insights';
import { readRoster, readSession } from '../../../../contracts/sessions';
import { readStudyTiming } from '../../../../contracts/study-timing';
import { SessionActions } from '../../domain/sessions/session-actions';
import { watchesRuns } from '../../domain/sessions/runs-now';
import { SessionFill } from '../../domain/sessions/session-fill';
import { sessionName } from '../../domain/sessions/session-name';
import { SessionState } from '../../domain/sessions/session-state';
import { TimingSummary } from '../../domain/timing/timing-summary';
import { ApiError, query } from '../../lib/http/api';
import { pages } from '../../lib/http/pages';
import { overlay } from '../../lib/live/live-sessions';
import { useConnection, useLive, useLiveSession } from '../../lib/live/live-context';
import { useLiveRuns } from '../../lib/live/use-live-runs';
import { showMessage } from '../../lib/ui.store';
import { AppLink, LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { ConnectionState } from '../../domain/sessions/connection-state';
import { ConditionTotals } from './conditions';
import { Figures } from './figures/figures';
import { FillCurve } from './fill-curve';
import { Funnel } from './funnel';
import { onSettled, sendHeld, sendHeldAtEnd, sendManyFirst } from './held/held-decisions';
import { People } from './people';
import { Runs, type RunTotals } from './runs';
import classes from './session-page.module.css';
import { SharedByParticipants } from './shared';
import { Timeline } from './timeline';
import { useChanged } from './use-changed';

/** The figures follow the live counts, but are not asked for more often than this. */
const calmMs = 2_000;
const listedAgainMs = 10_000;
const hasOpen = (page: unknown) =>
  ((page as { totals?: RunTotals } | undefined)?.totals?.open ?? 0) > 0;
/**
 * A list is asked for with all pages that are shown, since each begins where the one before it ends by
 * now. So a longer one is asked for more rarely: the requests stay as many, however much is shown.
 */
const againAfterMs = (list: { pages: readonly unknown[] } | undefined) =>
  listedAgainMs * (list?.pages.length ?? 1);
const followed = [
  ...[readSessionProgress, readRoster, readConditions],
  ...[readSessionBatch, listRuns, listRunErrors],
];

/** Decisions that are held go out when the page is left, and their answers are told. */
function useHeldDecisions(onChanged: () => void) {
  const { t } = useTranslation('session-page');
  useEffect(() => {
    const release = onSettled((one, error) => {
      onChanged();
      if (error !== undefined)
        showMessage(t('decide.failed', { count: one.decisions.length }), {
          type: 'error',
          autoHideMs: 10_000,
        });
    });
    window.addEventListener('pagehide', sendHeldAtEnd);
    window.addEventListener('beforeunload', sendManyFirst);
    return () => {
      window.removeEventListener('beforeunload', sendManyFirst);
      window.removeEventListener('pagehide', sendHeldAtEnd);
      sendHeld();
      release();
    };
  }, [onChanged, t]);
}

/** /sessions/{id}: one session, watched, understood, decided about. */
export function SessionPage() {
  const { t } = useTranslation(['session-page', 'sessions', 'common']);
  const { t: words } = useTranslation('sessions');
  const { id = '' } = useParams();
  const client = useQueryClient();
  useLive(`session:${id}`);
  const live = useLiveSession(id);
  const connection = useConnection();
  const told = useQuery(query(readSession, { params: { id } }));
  const progress = useQuery(query(readSessionProgress, { params: { id } }));
  // Viewers see counts, and no participation (docs/decisions/0057-collaborators.md).
  const enabled = told.data !== undefined && told.data.role !== 'viewer';
  const conditions = useQuery({ ...query(readConditions, { params: { id } }), enabled });
  const runs = useInfiniteQuery({
    ...pages<RunLine>(listRuns, { params: { id } }),
    enabled,
    // Records that arrive change nothing that is told live: as long as a run is open, the list is asked.
    refetchInterval: ({ state: { data } }) =>
      hasOpen(data?.pages[0]) ? againAfterMs(data) : false,
  });
  const errors = useInfiniteQuery({
    ...pages<RunError>(listRunErrors, { params: { id } }),
    enabled,
    refetchInterval: ({ state }) => hasOpen(runs.data?.pages[0]) && againAfterMs(state.data),
  });
  const runsHere = enabled && told.data.runs_here;
  const shared = useQuery({
    ...query(readSessionBatch, { params: { id } }),
    enabled: runsHere,
  });
  const timing = useQuery({
    ...query(readStudyTiming, { params: { id: told.data?.study_id ?? '' } }),
    enabled: runsHere,
  });
  const changed = useChanged();
  useHeldDecisions(changed);
  const now = useLiveRuns(
    told.data?.runs_here && watchesRuns(overlay(told.data, live)) ? id : null,
  );
  const version = live?.version;
  useEffect(() => {
    if (version === undefined && now === undefined) return undefined;
    const timer = setTimeout(() => {
      for (const { path } of followed) void client.invalidateQueries({ queryKey: [path] });
    }, calmMs);
    return () => clearTimeout(timer);
  }, [version, now, client]);

  if (told.error instanceof ApiError && (told.error.status === 404 || told.error.status === 400))
    return (
      <Page title={t('session-page:absent')} size="sm">
        <EmptyState
          icon={IconUsersGroup}
          title={t('session-page:absent')}
          text={t('session-page:absent_text')}
          action={
            <LinkButton to="/sessions/dashboard">{t('session-page:to_dashboard')}</LinkButton>
          }
        />
      </Page>
    );
  // All at once: a head that comes before the figures would push down what holds their place. For the
  // same reason the page is another element than its placeholder, which has no head above it.
  const isHere =
    (progress.data !== undefined || progress.error !== null) &&
    !(enabled && (conditions.isPending || runs.isPending || errors.isPending)) &&
    !(runsHere && (shared.isPending || timing.isPending));
  const session = told.data && isHere ? overlay(told.data, live) : undefined;
  return (
    <Page
      title={session ? sessionName(words, session) : ' '}
      size="xl"
      lead={
        session && (
          <span className={classes.study}>
            <AppLink to={`/experiments/details/${session.study_id}?tab=sessions`} inherit>
              {session.study_title}
            </AppLink>
          </span>
        )
      }
      actions={
        session && (
          <>
            <ConnectionState readAt={told.dataUpdatedAt} />
            {(session.runtime_kind === 'onsite' || session.runtime_kind === 'video') && (
              <LinkButton to={`/sessions/${id}/slots`} variant="default">
                {words('new.to_slots')}
              </LinkButton>
            )}
            {session.runtime_kind === 'external' && session.role !== 'viewer' && (
              <LinkButton to={`/sessions/${id}/external`} variant="default">
                {t('session-page:returns')}
              </LinkButton>
            )}
            {session.role !== 'viewer' && (
              <LinkButton to={`/sessions/${id}/messages`} variant="default">
                {t('session-page:messages')}
              </LinkButton>
            )}
            <SessionActions session={session} />
          </>
        )
      }
    >
      {told.error && <ErrorNotice error={told.error} onRetry={() => void told.refetch()} />}
      {conditions.error && (
        <ErrorNotice error={conditions.error} onRetry={() => void conditions.refetch()} />
      )}
      {progress.error && (
        <ErrorNotice error={progress.error} onRetry={() => void progress.refetch()} />
      )}
      {!session || !progress.data ? (
        <Stack key="placeholder" gap="lg" role="status" aria-label={t('common:loading.short')}>
          <Skeleton h={96} />
          <Skeleton h={340} />
          <Skeleton h={220} />
        </Stack>
      ) : (
        <Stack
          key="session"
          gap="xl"
          className={classes.watched}
          data-old={connection === 'silent' || connection === 'reconnecting' || undefined}
        >
          <Stack gap="sm">
            <div>
              <SessionState session={session} />
            </div>
            <SessionFill session={session} />
            <Figures session={session} progress={progress.data} />
          </Stack>
          <FillCurve session={session} progress={progress.data} />
          <Grid gap="xl">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Stack gap="xs">
                <Title order={2} size="h3">
                  {t('session-page:funnel.title')}
                </Title>
                <Funnel {...progress.data} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Stack gap="xs">
                <Title order={2} size="h3">
                  {t('session-page:timeline.title')}
                </Title>
                <Timeline timeline={progress.data.timeline} />
              </Stack>
            </Grid.Col>
          </Grid>
          {conditions.data && <ConditionTotals {...conditions.data} />}
          {shared.data && <SharedByParticipants {...shared.data} />}
          <Runs list={runs} errors={errors} now={now} />
          {session.role !== 'viewer' && <People session={session} onChanged={changed} />}
          {timing.error && (
            <ErrorNotice error={timing.error} onRetry={() => void timing.refetch()} />
          )}
          {timing.data && (
            <TimingSummary
              sessions={timing.data.sessions.filter(({ session_id }) => session_id === id)}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}
