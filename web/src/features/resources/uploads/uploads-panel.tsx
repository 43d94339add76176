import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { formatNumber } from '../../../lib/intl/format';
import { bytesPerSecond, timeLeft } from './pace.rule';
import type { UploadItem } from './upload-item';
import { uploadsInShownOrder, isUploadActive, uploadTotalOf } from './upload-order.rule';
import { UploadRow } from './upload-row';
import classes from './uploads.module.css';
import { uploadActions, useUploads } from './uploads.store';

const rowHeight = 60;

/**
 * Shows the rows of the uploads. It renders only the rows in view, since a dropped folder may
 * contain thousands of files.
 */
function Rows({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation('resources');
  const box = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => uploadsInShownOrder(items), [items]);
  const taken = items.filter(({ state }) => state === 'taken').length;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => shown[index]?.key ?? index,
    overscan: 4,
  });
  return (
    <div
      ref={box}
      className={classes.scroll}
      tabIndex={0}
      role="list"
      aria-label={t('uploads.files')}
    >
      <div role="presentation" className={classes.whole} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const item = shown[index];
          return (
            item && (
              <div
                key={key}
                role="presentation"
                data-index={index}
                ref={virtual.measureElement}
                className={classes.slot}
                style={{ transform: `translateY(${start}px)` }}
              >
                <UploadRow item={item} many={taken > 1} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function Total({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation('resources');
  const samples = useUploads((s) => s.pace);
  const { files, done, bytes, sent } = uploadTotalOf(items);
  const pace = bytesPerSecond(samples);
  const left = timeLeft(bytes - sent, pace);
  const isBusy = items.some(isUploadActive);
  const parts = [
    t('uploads.total', {
      done: formatNumber(done),
      files: formatNumber(files),
      sent: formatBytes(sent),
      bytes: formatBytes(bytes),
    }),
    ...(isBusy && pace ? [t('uploads.pace', { pace: formatBytes(pace) })] : []),
    ...(isBusy && left ? [t(`uploads.left_${left.unit}`, { count: left.count })] : []),
  ];
  return (
    <Stack gap={4}>
      <Text size="sm" className="numbers">
        {parts.join(' · ')}
      </Text>
      {bytes > 0 && <Progress value={(100 * sent) / bytes} aria-label={t('uploads.progress')} />}
    </Stack>
  );
}

/** Announces to screen readers how the uploads ended, but not each step. */
function Announcement({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation('resources');
  const isBusy = items.some(isUploadActive);
  const count = (state: UploadItem['state']) => items.filter((one) => one.state === state).length;
  const [done, failed, taken] = [count('done'), count('failed'), count('taken')];
  const words = isBusy
    ? ''
    : [
        done > 0 && t('uploads.all_stored', { count: done }),
        failed > 0 && t('uploads.some_failed', { count: failed }),
        taken > 0 && t('uploads.some_taken', { count: taken }),
      ]
        .filter(Boolean)
        .join(' ');
  return (
    <Text size="sm" role="status" c={failed > 0 ? 'var(--mantine-color-error)' : undefined}>
      {words}
    </Text>
  );
}

export function UploadsPanel() {
  const { t } = useTranslation('resources');
  const items = useUploads((s) => s.items);
  if (items.length === 0) return null;
  const isBusy = items.some(isUploadActive);
  const isWhole = items.every(({ state }) => state === 'done');
  const isOver = items.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section className={classes.panel} aria-labelledby="uploads-heading">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="uploads-heading">
            {t(isWhole ? 'uploads.title_done' : 'uploads.title')}
          </Title>
          <Group gap="xs">
            {isBusy && (
              <Button size="compact-md" variant="default" onClick={uploadActions.pauseAll}>
                {t('uploads.pause')}
              </Button>
            )}
            {!isBusy && items.some(({ state }) => state === 'paused') && (
              <Button size="compact-md" variant="default" onClick={uploadActions.goOnAll}>
                {t('uploads.go_on')}
              </Button>
            )}
            {isOver ? (
              <Button size="compact-md" variant="default" onClick={uploadActions.giveUpAll}>
                {t('uploads.hide')}
              </Button>
            ) : (
              <Button size="compact-md" variant="default" onClick={uploadActions.giveUpAll}>
                {t('uploads.give_up')}
              </Button>
            )}
          </Group>
        </Group>
        {uploadTotalOf(items).files > 0 && <Total items={items} />}
        <Announcement items={items} />
        {isBusy && (
          <Text size="sm" c="dimmed">
            {t('uploads.stay')}
          </Text>
        )}
        <Rows items={items} />
      </Stack>
    </section>
  );
}
