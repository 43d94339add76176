import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { listClassStudies } from '../../../../../contracts/teaching/class-studies';
import type { DataPool } from '../../../../../contracts/teaching/templates';
import {
  isPoolExportRunning,
  useStudyPoolExport,
  useStudyPools,
} from '../../../domain/class-building/pools';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDownload } from '../../../ui/icons/download';
import { IconFileZip } from '../../../ui/icons/file-zip';
import { TimeText } from '../../../ui/when';

/**
 * The answers to all studies that were made from the same pooled template as this one, as one
 * dataset. Renders nothing for a study whose answers are not pooled.
 */
export function PooledAnswers({ classroomId, study }: { classroomId: string; study: string }) {
  const { t } = useTranslation('class-building');
  const params = { id: classroomId };
  const studies = useQuery(query(listClassStudies, { params }));
  const own = studies.data?.items.find(({ _id }) => _id === study);
  const { data, error, refetch } = useStudyPools(classroomId, own?.pooled === true);
  if (!own?.pooled) return null;
  const pool = data?.items.find(({ template_id }) => template_id === own.template?.study_id);
  return (
    <Stack gap="sm" component="section" aria-label={t('pool.title')}>
      <div>
        <Title order={3} size="h4">
          {t('pool.title')}
        </Title>
        <Text size="sm" className="measure" mt={4}>
          {t('pool.text')}
        </Text>
      </div>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data && !pool && <Text size="sm">{t('pool.none')}</Text>}
      {pool && <PoolRow classroomId={classroomId} pool={pool} />}
    </Stack>
  );
}

function PoolRow({ classroomId, pool }: { classroomId: string; pool: DataPool }) {
  const { t } = useTranslation('class-building');
  const id = useId();
  const params = { id: classroomId };
  const { export: made, template_id } = pool;
  const { ask, download } = useStudyPoolExport(classroomId, pool);
  return (
    <Stack gap="sm">
      <div id={id}>
        <Text fw={600}>{pool.title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {t('pool.studies', { count: pool.studies })}
          {made && (
            <>
              {' · '}
              {t(`pool.state.${made.state}`)} · <TimeText at={made.requested_at} relative />
            </>
          )}
          {made?.runs != null && ` · ${t('pool.runs', { count: made.runs })}`}
        </Text>
      </div>
      <ErrorNotice error={ask.error ?? download.error} />
      <Group gap="sm">
        {made?.state === 'ready' && (
          <Button
            size="sm"
            variant="light"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
            aria-describedby={id}
          >
            {t('pool.download')}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          leftSection={<IconFileZip size={18} aria-hidden />}
          loading={ask.isPending}
          disabled={isPoolExportRunning(pool)}
          onClick={() => ask.mutate({ params, body: { template_id } })}
          aria-describedby={id}
        >
          {t(made ? 'pool.make_again' : 'pool.make')}
        </Button>
      </Group>
    </Stack>
  );
}
