import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  IconEyeOff,
  IconFileAlert,
  IconFilterExclamation,
  IconRoute,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { conditionGap } from '../../../../contracts/eligibility';
import { isHosted } from '../../../../contracts/hosted-runtime';
import type { Session } from '../../../../contracts/sessions';
import { readStudy, type Study } from '../../../../contracts/studies';
import { formatDateTime, formatMoney } from '../../lib/format';
import { query } from '../../lib/http/api';
import { AppLink } from '../../ui/app-link';
import { aboutMinutes } from '../../ui/duration';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import classes from './session-launch.module.css';
import { SessionLaunched } from './session-launched';
import { sessionTitle } from './session-name';
import { UnfinishedConditions } from './unfinished-conditions';
import { useSessionChange } from './use-session-change';
import { VersionWarnings } from './version-warnings';
import { WhoMayTakePart } from './who-may-take-part';

const fixed = ['terms', 'reward', 'seats'] as const;

/** Whether participants will read that they are too few to be anonymous, as far as it is known. */
function crowdOf(session: Session, study: Study): 'seats' | 'rule' | null {
  if (session.privacy_level !== 'anonymous') return null;
  if (session.capacity < limits.anonymousSeats) return 'seats';
  return study.eligibility.length > 0 ? 'rule' : null;
}

function Terms({ session, study }: { session: Session; study: Study }) {
  const { t } = useTranslation(['sessions', 'studies', 'common']);
  const { reward, capacity, closes_at, opens_at, audience, privacy_level } = session;
  const crowd = crowdOf(session, study);
  return (
    <>
      <dl className={classes.terms}>
        <dt>{t('sessions:launch.find')}</dt>
        <dd>
          {audience === 'catalogue' || audience === 'link'
            ? t(`sessions:audience_text.${audience}`)
            : t(`sessions:audience.${audience}`)}
        </dd>
        <dt>{t('sessions:launch.who')}</dt>
        <dd>
          <WhoMayTakePart filters={study.eligibility} />
        </dd>
        <dt>{t('sessions:launch.consent')}</dt>
        <dd>
          {study.consent && (
            <>
              {study.consent.title},{' '}
              {t('sessions:launch.version', { version: study.consent.version })} ·{' '}
              <AppLink to={`/experiments/details/${study._id}?tab=consent`} inherit>
                {t('sessions:launch.read')}
              </AppLink>
            </>
          )}
        </dd>
        <dt>{t('sessions:launch.seats')}</dt>
        <dd className="numbers">
          {reward
            ? t('sessions:launch.cost', {
                count: capacity,
                reward: formatMoney(reward),
                total: formatMoney({ ...reward, amount: reward.amount * capacity }),
              })
            : `${capacity} · ${t('sessions:launch.unpaid')}`}
        </dd>
        <dt>{t('sessions:launch.minutes')}</dt>
        <dd>{aboutMinutes(t, study.duration_minutes)}</dd>
        <dt>{t('sessions:launch.opens')}</dt>
        <dd>{opens_at ? formatDateTime(opens_at) : t('sessions:launch.at_once')}</dd>
        <dt>{t('sessions:launch.closes')}</dt>
        <dd>{closes_at ? formatDateTime(closes_at) : t('sessions:launch.when_closed')}</dd>
      </dl>
      {isHosted(study.runtime) && (
        <VersionWarnings studyId={study._id} versionId={study.runtime.version_id} />
      )}
      <Stack gap={6}>
        <Title order={3} size="h5">
          {t('sessions:launch.privacy')}
        </Title>
        {crowd && (
          <Alert
            role="note"
            color={crowd === 'seats' ? 'orange' : 'blue'}
            icon={<IconUsersMinus aria-hidden />}
          >
            {t(`sessions:too_few_people.${crowd}`, { seats: limits.anonymousSeats })}
          </Alert>
        )}
        {crowd !== 'seats' && (
          <Alert
            role="note"
            icon={<IconEyeOff aria-hidden />}
            title={t(`studies:privacy.${privacy_level}`)}
          >
            {t(`studies:privacy_text.${privacy_level}`)}
          </Alert>
        )}
      </Stack>
      <Stack gap={6}>
        <Title order={3} size="h5">
          {t('sessions:launch.fixed_title')}
        </Title>
        <List size="sm" spacing={4}>
          {fixed
            .filter((what) => what !== 'reward' || reward)
            .map((what) => (
              <List.Item key={what}>{t(`sessions:launch.fixed.${what}`)}</List.Item>
            ))}
        </List>
      </Stack>
    </>
  );
}

/** What a launch needs first, and the way there. */
function Missing({
  title,
  text,
  link,
  to,
  icon,
}: Record<'title' | 'text' | 'link' | 'to', string> & { icon: ReactNode }) {
  return (
    <Alert role="note" color="orange" icon={icon} title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <AppLink to={to} size="sm">
          {link}
        </AppLink>
      </Stack>
    </Alert>
  );
}

/**
 * Everything that a launch decides on one screen, as the participants will see it, and what cannot
 * change afterwards (docs/domain.md, 2).
 */
export function SessionLaunchDialog({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['sessions', 'common']);
  const { t: words } = useTranslation('sessions');
  const { study_id } = session;
  const title = sessionTitle(words, session);
  // Asked anew: a colleague may have published another version a moment ago.
  const { data: study, error } = useQuery({
    ...query(readStudy, { params: { id: study_id } }),
    staleTime: 0,
  });
  const isUnfinished =
    useContext(UnfinishedConditions) ||
    study?.eligibility.some((one) => conditionGap(one) !== null) === true;
  const change = useSessionChange();
  const launch = () => change.mutate({ params: { id: session._id }, body: { state: 'active' } });
  const launched = change.data;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(launched ? 'sessions:launched.title' : 'sessions:launch.title', { title })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {launched ? (
        <SessionLaunched session={launched} onDone={onClose} />
      ) : (
        <Stack gap="md">
          <Text>{t('sessions:launch.lead')}</Text>
          {error ? (
            <ErrorNotice error={error} focus={false} />
          ) : !study ? (
            <Skeleton height={280} />
          ) : !study.consent ? (
            <Missing
              icon={<IconFileAlert aria-hidden />}
              title={t('sessions:ready.no_consent')}
              text={t('sessions:ready.no_consent_text')}
              link={t('sessions:ready.to_consent')}
              to={`/experiments/details/${study_id}?tab=consent`}
            />
          ) : !study.runtime ? (
            <Missing
              icon={<IconRoute aria-hidden />}
              title={t('sessions:launch.no_runtime')}
              text={t('sessions:launch.no_runtime_text')}
              link={t('sessions:launch.to_runtime')}
              to={`/experiments/details/${study_id}?tab=runs`}
            />
          ) : isUnfinished ? (
            <Missing
              icon={<IconFilterExclamation aria-hidden />}
              title={t('sessions:launch.incomplete')}
              text={t('sessions:launch.incomplete_text')}
              link={t('sessions:launch.to_conditions')}
              to={`/experiments/details/${study_id}?tab=people`}
            />
          ) : (
            <Suspense fallback={<Skeleton height={280} />}>
              <Terms session={session} study={study} />
            </Suspense>
          )}
          <ErrorNotice error={change.error} />
          <Group justify="flex-end" gap="sm" className={classes.foot}>
            <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
              {t('common:action.cancel')}
            </Button>
            {study?.consent && study.runtime && !isUnfinished && (
              <Button onClick={launch} loading={change.isPending}>
                {t('sessions:launch.confirm')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
