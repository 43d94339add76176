import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconClock } from '../../ui/icons/clock';
import { IconClockX } from '../../ui/icons/clock-x';
import { IconDownload } from '../../ui/icons/download';
import { IconTrash } from '../../ui/icons/trash';
import { useTranslation } from 'react-i18next';
import {
  type DataExport,
  deleteExport,
  readExport,
} from '../../../../contracts/data-rights/data-rights';
import { call, mutation } from '../../lib/http/api';
import { saveFileFromAddress } from '../../lib/http/save-address';
import { formatBytes } from '../../lib/intl/format-bytes';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { TimeText } from '../../ui/when';

const looks = {
  waiting: { Icon: IconClock, color: 'var(--mantine-color-dimmed)' },
  running: { Icon: IconClock, color: 'var(--lab-accent)' },
  ready: { Icon: IconCircleCheck, color: 'var(--lab-accent)' },
  failed: { Icon: IconAlertTriangle, color: 'var(--mantine-color-error)' },
  expired: { Icon: IconClockX, color: 'var(--mantine-color-dimmed)' },
};

export function DataCopyCard({
  copy,
  onGone,
}: {
  copy: DataExport;
  onGone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('data-rights');
  const [asking, ask] = useDisclosure();
  const { state, progress, size, requested_at, expires_at } = copy;
  const { Icon, color } = looks[state];
  // The link in the list of copies is valid for only ten minutes, so the page fetches a new one.
  const download = useMutation({
    mutationFn: () => call(readExport, { params: { id: copy._id } }),
    onSuccess: ({ download_url }) => {
      if (download_url) saveFileFromAddress(download_url);
      else void onGone();
    },
  });
  const remove = useMutation({
    ...mutation(deleteExport),
    onSuccess: async () => {
      ask.close();
      await onGone();
      if (state !== 'expired') showMessage(t('copy.deleted'), { type: 'success' });
    },
  });
  return (
    <Card component="li" padding="md">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Icon
            size={20}
            stroke={1.8}
            color={color}
            aria-hidden
            style={{ flex: 'none', marginTop: 2 }}
          />
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>{t(`copy.${state}`)}</Text>
            <Text size="sm" c="dimmed">
              {t('copy.asked')} <TimeText at={requested_at} relative />
              {size !== null && ` · ${formatBytes(size)}`}
            </Text>
            {state === 'ready' && (
              <Text size="sm" c="dimmed">
                {t('copy.until')} <TimeText at={expires_at} relative />
              </Text>
            )}
          </div>
        </Group>
        {(state === 'waiting' || state === 'running') && (
          <Stack gap={6}>
            <Group gap="sm" wrap="nowrap">
              <Progress
                value={progress}
                size={10}
                radius="xl"
                flex={1}
                aria-label={t('copy.progress')}
                transitionDuration={300}
              />
              <Text size="sm" className="numbers" miw="4ch" ta="right" aria-hidden>
                {progress} %
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              {t('copy.leave')}
            </Text>
          </Stack>
        )}
        {(state === 'failed' || state === 'expired') && (
          <Text size="sm">{t(`copy.${state}_text`)}</Text>
        )}
        <ErrorNotice error={download.error} />
        {state !== 'waiting' && state !== 'running' && (
          <Group gap="sm">
            {state === 'ready' && (
              <Button
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => download.mutate()}
                loading={download.isPending}
              >
                {t('copy.download')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={state !== 'expired' && <IconTrash size={18} aria-hidden />}
              onClick={
                state === 'ready' ? ask.open : () => remove.mutate({ params: { id: copy._id } })
              }
              loading={remove.isPending && !asking}
            >
              {t(state === 'expired' ? 'copy.dismiss' : 'copy.delete')}
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        danger
        opened={asking}
        onClose={ask.close}
        onConfirm={() => remove.mutate({ params: { id: copy._id } })}
        busy={remove.isPending}
        title={t('copy.delete_title')}
        confirm={t('copy.delete')}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('copy.delete_text')}
      </ConfirmDialog>
    </Card>
  );
}
