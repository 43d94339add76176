import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { listRehearsals } from '../../../../../contracts/runtime/rehearsals';
import { listVersions } from '../../../../../contracts/study-files/study-files';
import { readTimeline } from '../../../../../contracts/study-files/study-timelines';
import { formatMoment } from '../../../lib/intl/format';
import { call, query } from '../../../lib/http/api';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TextPlaceholder } from '../../../ui/loading/shapes';
import { newerContentOf } from './newer-content.rule';

interface Props {
  studyId: string;
  runtime: HostedRuntime;
  /** The part of the study's editor in which the version is rehearsed. */
  rehearsedIn: 'runs' | 'rehearse';
  /** Called when the person follows a link away from the dialog. */
  onLeave: () => void;
}

/**
 * Shows the launched version, a newer version if there is one, and the result of the launched
 * version's last rehearsal.
 */
export function LaunchedVersionRows({ studyId, runtime, rehearsedIn, onLeave }: Props) {
  const { t } = useTranslation(['sessions', 'hosted-study']);
  const params = { id: studyId };
  // The versions are always fetched again, since a colleague may have added one a moment ago.
  const versions = useQuery({ ...query(listVersions, { params }), staleTime: 0 });
  const rehearsals = useQuery({ ...query(listRehearsals, { params }), staleTime: 0 });
  // The builder stores its draft in the cache, under the endpoint's usual key. This request has a
  // key of its own, so that its response does not replace the builder's draft.
  const draft = useQuery({
    queryKey: ['draft beside a launch', studyId],
    queryFn: () => call(readTimeline, { params }),
    staleTime: 0,
    gcTime: 0,
  });
  const items = versions.data?.items ?? [];
  const version = items.find(({ _id }) => _id === runtime.version_id);
  const beside = version && draft.data && newerContentOf(version, items, draft.data);
  // The server lists the newest rehearsal first, so this is the last rehearsal of the version.
  const last = rehearsals.data?.items.find(({ version_id }) => version_id === runtime.version_id);
  const error = versions.error ?? rehearsals.error ?? draft.error;
  const link = (to: string, text: string) => (
    <AppLink to={to} inherit onClick={onLeave}>
      {text}
    </AppLink>
  );
  const runs = `/experiments/details/${studyId}?tab=runs`;
  const rehearse = `/experiments/details/${studyId}?tab=${rehearsedIn}`;
  const builder = `/experiments/build/${studyId}`;
  return (
    <>
      <dt>{t('sessions:launch.what.version')}</dt>
      <dd>
        <Stack gap={8}>
          {version ? (
            <span>
              {t('hosted-study:version', { number: version.number })} ·{' '}
              {t('sessions:launch.what.made', { date: formatMoment(version.created_at) })}
              {version.name !== '' && ` · ${version.name}`}
            </span>
          ) : (
            !versions.isError && <TextPlaceholder w="70%" h={20} />
          )}
          <ErrorNotice
            error={error}
            onRetry={() => {
              for (const one of [versions, rehearsals, draft]) if (one.isError) void one.refetch();
            }}
          />
          {beside?.version && (
            <Beside
              title={t('sessions:launch.what.newer', { number: beside.version.number })}
              text={t(`sessions:launch.what.newer_text.${runtime.kind}`, {
                date: formatMoment(beside.version.created_at),
              })}
            >
              {runtime.kind === 'hosted'
                ? link(runs, t('sessions:launch.what.to_versions'))
                : link(builder, t('hosted-study:built.open'))}
            </Beside>
          )}
          {beside?.draft && (
            <Beside
              title={t('sessions:launch.what.draft')}
              text={t('sessions:launch.what.draft_text', { date: formatMoment(beside.draft) })}
            >
              {link(builder, t('hosted-study:built.open'))}
            </Beside>
          )}
        </Stack>
      </dd>
      <dt>{t('sessions:launch.what.rehearsed')}</dt>
      <dd>
        {!rehearsals.data || !version ? (
          !error && <TextPlaceholder w="55%" h={20} />
        ) : last ? (
          <>
            {formatMoment(last.made_at)} ·{' '}
            {t('sessions:launch.what.came', {
              count: last.summary.completed,
              of: last.participants,
            })}
          </>
        ) : (
          <>
            {t(`sessions:launch.what.${version.rehearsed ? 'rehearsed_once' : 'not_rehearsed'}`)} ·{' '}
            {link(rehearse, t('sessions:launch.what.rehearse'))}
          </>
        )}
      </dd>
    </>
  );
}

function Beside({
  title,
  text,
  children,
}: Record<'title' | 'text', string> & { children: React.ReactNode }) {
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      aria-label={title}
    >
      <Text size="sm">{text}</Text>
      {children}
    </Alert>
  );
}
