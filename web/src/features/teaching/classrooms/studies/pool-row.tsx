import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataPool, requestPooledExport } from '../../../../../../contracts/teaching/templates';
import { useStudyPoolExport } from '../../../../domain/class-building/pools';
import { isApiErrorOf } from '../../../../lib/http/api';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconDownload } from '../../../../ui/icons/download';
import { TimeText } from '../../../../ui/when';
import classes from '../../teaching.module.css';

const formats = ['csv', 'jsonl'] as const;
type Format = (typeof formats)[number];
/**
 * Whether the server refused the request because the dataset is already being made, for example
 * after a request from another window.
 */
const isMadeAlready = (error: unknown) =>
  isApiErrorOf(requestPooledExport, error) && error.code === 'export_under_way';

interface Props {
  classroomId: string;
  pool: DataPool;
  /** Whether a dataset is being made. */
  busy: boolean;
}

/**
 * Shows the studies that groups of students made from one template. A button requests one dataset
 * with the answers of all groups.
 */
export function AnswerPoolRow({ classroomId, pool, busy }: Props) {
  const { t } = useTranslation('classroom-studies');
  const [format, setFormat] = useState<Format>('csv');
  const { template_id, title, studies, export: made } = pool;
  const params = { id: classroomId };
  const { ask, download } = useStudyPoolExport(classroomId, pool);
  return (
    <li className={classes.card}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" className="numbers">
            {t('pool.studies', { count: studies })}
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('pool.format')}
            data={formats.map((value) => ({ value, label: t(`pool.formats.${value}`) }))}
            value={format}
            onChange={({ currentTarget }) =>
              setFormat(formats.find((one) => one === currentTarget.value) ?? 'csv')
            }
          />
          <Button
            variant="default"
            loading={ask.isPending}
            disabled={busy || studies === 0}
            aria-label={t('pool.make_of', { title })}
            onClick={() => ask.mutate({ params, body: { template_id, format } })}
          >
            {t('pool.make')}
          </Button>
        </Group>
        {made && (
          <Group gap="sm" justify="space-between">
            <Text size="sm" component="div" role="status">
              {t(`pool.state.${made.state}`)} · <TimeText at={made.requested_at} relative />
              {made.runs !== null && ` · ${t('pool.runs', { count: made.runs })}`}
            </Text>
            {made.state === 'ready' && (
              <Button
                variant="light"
                leftSection={<IconDownload size={18} aria-hidden />}
                loading={download.isPending}
                aria-label={t('pool.download_of', { title })}
                onClick={() => download.mutate()}
              >
                {t('pool.download')}
              </Button>
            )}
          </Group>
        )}
        <ErrorNotice error={isMadeAlready(ask.error) ? null : ask.error} />
        <ErrorNotice error={download.error} />
      </Stack>
    </li>
  );
}
