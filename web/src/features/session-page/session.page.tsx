import { Group, Stack } from '@mantine/core';
import { IconUsersGroup } from '../../ui/icons/users-group';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSendPendingDecisions } from '../../domain/decisions/use-pending-decisions';
import { ConnectionState } from '../../domain/sessions/connection-state';
import { RunCountsText } from '../../domain/sessions/runs-now';
import { SessionActions } from '../../domain/sessions/session-actions';
import { sessionName } from '../../domain/sessions/session-name';
import { FairPayWhileRunning } from '../../domain/payment/fair-pay-notes';
import { SessionState } from '../../domain/sessions/session-state';
import { ApiError } from '../../lib/http/api';
import { useLiveConnectionState } from '../../lib/live/live-context';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { SessionSummary } from './session-summary';
import { SessionTabs } from './sections';
import classes from './session-page.module.css';
import { medianMinutesOf } from './figures/figures.rule';
import { useRefreshSession } from './use-refresh-session';
import { LoadingNumbers } from '../../ui/loading/loading';
import { useSessionData } from './use-session-data';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/** /sessions/{id}: here a researcher watches one session, and decides about its participants. */
export function SessionPage() {
  const { t } = useTranslation(['session-page', 'sessions', 'common']);
  const { t: words } = useTranslation('sessions');
  const { id = '' } = useParams();
  const connection = useLiveConnectionState();
  const data = useSessionData(id);
  const { told, progress, conditions, now, session } = data;
  const changed = useRefreshSession();
  useSendPendingDecisions(changed);

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
  return (
    <Page
      title={session ? `${session.study_title} · ${sessionName(words, session)}` : ' '}
      size="xl"
      lead={
        session &&
        progress.data && <SessionSummary session={session} progress={progress.data} now={now} />
      }
      actions={
        session && (
          <>
            <ConnectionState readAt={told.dataUpdatedAt} />
            <LinkButton
              to={`/experiments/details/${session.study_id}?tab=sessions`}
              variant="default"
            >
              {t('session-page:to_study')}
            </LinkButton>
            {(session.runtime_kind === 'onsite' || session.runtime_kind === 'video') && (
              <LinkButton to={`/sessions/${id}/slots`} variant="default">
                {words('new.to_slots')}
              </LinkButton>
            )}
            {session.runtime_kind === 'external' && mayManageStudy(session.role) && (
              <LinkButton to={`/sessions/${id}/external`} variant="default">
                {t('session-page:returns')}
              </LinkButton>
            )}
            {mayManageStudy(session.role) && (
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
        <LoadingNumbers key="placeholder" />
      ) : (
        <Stack
          key="session"
          gap="md"
          className={classes.watched}
          data-old={connection === 'silent' || connection === 'reconnecting' || undefined}
        >
          <Group gap="sm">
            <SessionState session={session} />
            {now && <RunCountsText counted={now} />}
          </Group>
          <FairPayWhileRunning session={session} median={medianMinutesOf(progress.data)} />
          <SessionTabs session={session} progress={progress.data} data={data} onChanged={changed} />
        </Stack>
      )}
    </Page>
  );
}
