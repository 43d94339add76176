import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listStudyExports,
  type StudyExport,
} from '../../../../../contracts/research-data/research-data';
import { nameOfLanguage } from '../../../lib/intl/format';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { call } from '../../../lib/http/api';
import { saveFileFromAddress } from '../../../lib/http/save-address';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import classes from './data.module.css';
import { isExportUnderWay, leftOutReasonsOf } from './export.rule';

/** An export: its progress, its content and what it leaves out, and its download. */
export function ExportRow({ studyId, made }: { studyId: string; made: StudyExport }) {
  const { t, i18n } = useTranslation('hosted-study');
  const client = useQueryClient();
  const id = useId();
  const { state, format, for_spreadsheets, size, runs, rows, outside_rows, failure, progress } =
    made;
  const { language } = made;
  const download = useMutation({
    // The download address in the list is valid for only ten minutes, so the page fetches a new
    // one.
    mutationFn: async () => {
      const { items } = await call(listStudyExports, { params: { id: studyId } });
      const url = items.find(({ _id }) => _id === made._id)?.download_url;
      if (url) saveFileFromAddress(url);
      else await client.invalidateQueries({ queryKey: [listStudyExports.path] });
    },
  });
  return (
    <li className={classes.export}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Text fw={600} id={id}>
              {t(`data.formats.${for_spreadsheets ? 'spreadsheet' : format}`)}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {t(`data.state.${state}`)} · <TimeText at={made.requested_at} relative />
              {size !== null && ` · ${formatBytes(size)}`}
              {language !== i18n.language &&
                ` · ${t('data.in_language', { language: nameOfLanguage(language, i18n.language) })}`}
            </Text>
            {runs !== null && rows !== null && (
              <Text size="sm">
                {t('data.runs', { count: runs })},{' '}
                {t(format === 'bundle' ? 'data.records' : 'data.rows', { count: rows })}
              </Text>
            )}
            {made.recordings && <Text size="sm">{t('data.with_recordings')}</Text>}
            {outside_rows !== null && (
              <Text size="sm">{t('data.outside_rows', { count: outside_rows })}</Text>
            )}
            {leftOutReasonsOf(made.left_out).map(({ reason, count }) => (
              <Text key={reason} size="sm" c="dimmed">
                {t(`data.left_out.${reason}`, { count })}
              </Text>
            ))}
            {failure && (
              <Text size="sm">
                {t(
                  `data.failure.${failure === 'too_large' && made.recordings ? 'too_large_bundle' : failure}`,
                )}
              </Text>
            )}
            {state === 'outdated' && <Text size="sm">{t('data.outdated_text')}</Text>}
          </div>
          {state === 'ready' && (
            <Button
              size="sm"
              variant="light"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate()}
              aria-describedby={id}
            >
              {t('data.download')}
            </Button>
          )}
        </Group>
        {isExportUnderWay(made) && (
          <Progress value={progress} size={10} radius="xl" aria-label={t('data.progress')} />
        )}
        <ErrorNotice error={download.error} />
      </Stack>
    </li>
  );
}
