import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus } from '../../ui/icons/calendar-plus';
import { IconInfoCircle } from '../../ui/icons/info-circle';
import { IconPlus } from '../../ui/icons/plus';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listSessions, type Session } from '../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';
import { overlayLiveSession } from '../../lib/live/overlay-live-sessions';
import { useLiveTopics, useLiveSession } from '../../lib/live/live-context';
import { useUser } from '../../lib/auth/user';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { SessionActions } from '../../domain/sessions/session-actions';
import { sessionName } from '../../domain/sessions/session-name';
import { SessionFillBar } from '../../domain/sessions/session-fill';
import { SessionState } from '../../domain/sessions/session-state';
import { TimeWithZone } from '../../ui/dates/agreed';
import { NewSessionDialog } from './new-session.dialog';
import classes from './study-sessions.module.css';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/**
 * Shows one session in the list of a study's sessions. `planned` says how the session will run if
 * it is not launched yet.
 */
function Row({
  told,
  planned,
  isRunner,
  isOfClass,
}: {
  isOfClass: boolean;
  told: Session;
  planned: Session['runtime_kind'];
  isRunner: boolean;
}) {
  const { t } = useTranslation('sessions');
  const session = overlayLiveSession(told, useLiveSession(told._id));
  const kind = session.launched_at === null ? planned : session.runtime_kind;
  return (
    <li className={classes.row}>
      <Group gap="xs">
        <AppLink to={`/sessions/${session._id}`} fw={600} c="inherit">
          {sessionName(t, session)}
        </AppLink>
        <SessionState session={session} />
        {!isOfClass && session.audience !== 'catalogue' && (
          <Text size="sm" c="dimmed">
            {t(`audience.${session.audience}`)}
          </Text>
        )}
        {session.too_few_people && (
          <Text size="sm" c="dimmed">
            {t('too_few_people.short')}
          </Text>
        )}
        {isRunner && kind === 'external' && (
          <AppLink to={`/sessions/${session._id}/external`} size="sm">
            {t('external_returns')}
          </AppLink>
        )}
        {(kind === 'onsite' || kind === 'video') && (
          <AppLink to={`/sessions/${session._id}/slots`} size="sm">
            {t('new.to_slots')}
          </AppLink>
        )}
      </Group>
      <div className={classes.fill}>
        <SessionFillBar session={session} size="sm" />
      </div>
      <Text size="sm" c="dimmed">
        {session.state === 'closed' ? (
          t(`closed.${session.close_reason ?? 'manual'}`)
        ) : session.closes_at ? (
          <>
            {t('tile.closes')} <TimeWithZone at={session.closes_at} />
          </>
        ) : (
          t('tile.no_closing_date')
        )}
      </Text>
      {isRunner && <SessionActions session={session} />}
    </li>
  );
}

/** The sessions of one study, with the actions to create, launch, watch and close them. */
export function StudySessions({
  study,
  onConsent,
}: {
  study: Study;
  /** Moves to the part of the editor in which the study gets a consent form. */
  onConsent: () => void;
}) {
  const { t } = useTranslation('sessions');
  useLiveTopics('dashboard');
  const { user } = useUser();
  const [creating, dialog] = useDisclosure();
  const { data, error, isPending, refetch } = useQuery(
    query(listSessions, { query: { study: study._id, limit: 200 } }),
  );
  const sessions = data?.items ?? [];
  const isRunner = mayManageStudy(study.role);
  const isOfClass = study.classroom_id !== null;
  const add = isRunner && study.state !== 'archived' && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={dialog.open}
      variant={study.consent ? 'filled' : 'default'}
    >
      {t('new.open')}
    </Button>
  );
  return (
    <Stack gap="md">
      {isRunner && !study.consent && study.state !== 'archived' && (
        <Alert
          color="orange"
          icon={<IconInfoCircle aria-hidden />}
          title={t(isOfClass ? 'class.refused.review_needed' : 'ready.no_consent')}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {t(isOfClass ? 'class.no_consent_text' : 'ready.no_consent_text')}
            </Text>
            <Button size="sm" variant="default" onClick={onConsent}>
              {t(isOfClass ? 'class.to.review' : 'ready.to_consent')}
            </Button>
          </Stack>
        </Alert>
      )}
      {isRunner && !isOfClass && user && user.researcher_privilege !== true && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {t('ready.not_approved')}
        </Alert>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending ? (
        <LoadingRows count={2} height={64} />
      ) : sessions.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconCalendarPlus}
            title={t('new.empty')}
            text={t('new.empty_text')}
            action={add}
          />
        )
      ) : (
        <>
          <Group justify="space-between">
            <AppLink to={`/sessions/dashboard?study=${study._id}`} size="sm">
              {t('new.to_dashboard')}
            </AppLink>
            {add}
          </Group>
          <ul className={classes.list} aria-label={t('new.list')}>
            {sessions.map((session) => (
              <Row
                key={session._id}
                told={session}
                planned={study.runtime?.kind ?? null}
                isRunner={isRunner}
                isOfClass={isOfClass}
              />
            ))}
          </ul>
        </>
      )}
      {creating && <NewSessionDialog study={study} onClose={dialog.close} />}
    </Stack>
  );
}
