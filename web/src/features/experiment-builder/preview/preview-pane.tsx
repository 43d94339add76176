import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconDeviceDesktop } from '../../../ui/icons/device-desktop';
import { IconDeviceMobile } from '../../../ui/icons/device-mobile';
import { IconMaximize } from '../../../ui/icons/maximize';
import { IconPlayerPlay } from '../../../ui/icons/player-play';
import { IconRefresh } from '../../../ui/icons/refresh';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conditionNameKey } from '../../../../../contracts/study-files/conditions';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useBuilderState, useTimeline } from '../draft/use-builder';
import type { StudyConditionCell } from '../../../domain/study-files/preview-hash';
import { nodeById } from '../nodes/nodes.rule';
import { useNodeWords } from '../nodes/node-words';
import classes from './preview.module.css';
import { RecordedData } from './recorded-data';
import { type PreviewDevice, previewDevices, useDeviceSize } from './device-size';
import { usePreview } from './use-preview';

interface Props {
  /** Whether the preview is visible: it is beside the form, or the researcher switched to it. */
  shown: boolean;
  /** The study's conditions; empty if it has none. */
  cells: readonly StudyConditionCell[];
  onRunning: (node: string | null) => void;
  onSelect: (node: string) => void;
}

/**
 * What the preview runs: the whole experiment, everything from the selected node on, or only that
 * node.
 */
const parts = ['all', 'onwards', 'selected'] as const;

/** Runs the present experiment in a frame that has no access to this page. */
export function PreviewPane({ shown, cells, onRunning, onSelect }: Props) {
  const { t } = useTranslation('builder');
  const { nodes } = useTimeline();
  const selected = useBuilderState((state) => state.selected);
  const { nameOf } = useNodeWords();
  const [part, setPart] = useState<(typeof parts)[number]>('all');
  const [name, setName] = useState('');
  const [device, setDevice] = useState<PreviewDevice>('computer');
  const size = useDeviceSize(device);
  const node = nodeById(nodes, selected);
  const selectedFor = (one: typeof part) => (part === one && node ? node.id : null);
  const cell = cells.find((one) => one.name === name) ?? cells[0];
  const condition = cell ? { [conditionNameKey]: cell.name, ...cell.values } : null;
  const again = useRef<HTMLButtonElement>(null);
  const { frame, url, error, retry, tried, restart } = usePreview(
    { only: selectedFor('selected'), from: selectedFor('onwards') },
    condition,
    shown,
    () => again.current?.focus(),
  );
  useEffect(() => onRunning(tried.node), [onRunning, tried.node]);
  const now = tried.node ? nodeById(nodes, tried.node) : undefined;
  const faulty = tried.fault?.node ? nodeById(nodes, tried.fault.node) : undefined;
  const isEmpty = nodes.length === 0;
  const DeviceIcon = { computer: IconDeviceDesktop, phone: IconDeviceMobile };
  return (
    <div className={classes.preview}>
      <Group gap="xs" justify="space-between" className={classes.bar}>
        <SegmentedControl
          size="sm"
          aria-label={t('preview.part')}
          value={part}
          data={parts.map((value) => ({ value, label: t(`preview.${value}`) }))}
          onChange={(next) => setPart(parts.find((one) => one === next) ?? 'all')}
        />
        <Group gap="xs">
          <SegmentedControl
            size="sm"
            aria-label={t('preview.device')}
            value={device}
            data={previewDevices.map((value) => {
              const Icon = DeviceIcon[value];
              return {
                value,
                label: <Icon size={18} aria-label={t(`preview.on.${value}`)} role="img" />,
              };
            })}
            onChange={(next) => setDevice(previewDevices.find((one) => one === next) ?? 'computer')}
          />
          {cells.length > 0 && (
            <NativeSelect
              size="sm"
              maw="11rem"
              aria-label={t('preview.condition')}
              data={cells.map((one) => one.name)}
              value={cell?.name ?? ''}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconRefresh size={18} aria-hidden />}
            disabled={isEmpty}
            data-restart
            ref={again}
            onClick={restart}
          >
            {t('preview.restart')}
          </Button>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            leftSection={<IconMaximize size={18} aria-hidden />}
            disabled={isEmpty}
            onClick={() => {
              void frame.current?.requestFullscreen().catch(() => undefined);
              restart();
            }}
          >
            {t('preview.large')}
          </Button>
        </Group>
      </Group>
      <ErrorNotice error={error} onRetry={retry} />
      <div
        className={classes.stage}
        ref={size.stage}
        style={size.room}
        data-state={tried.state}
        data-run={tried.run}
      >
        {url && (
          <iframe
            key={url}
            ref={frame}
            src={url}
            title={t('preview.title')}
            // The same sandbox flags as in the header of the frame's document: the frame has no
            // access to this page.
            sandbox="allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals"
            allow="fullscreen; autoplay; gamepad"
            referrerPolicy="no-referrer"
            className={classes.frame}
            style={size.frame}
          />
        )}
        {isEmpty && (
          <div className={classes.over}>
            <IconPlayerPlay size={32} stroke={1.4} aria-hidden />
            <Text>{t('preview.empty')}</Text>
          </div>
        )}
        {!isEmpty && tried.state === 'starting' && !error && (
          <div className={classes.over} data-later role="status">
            <Text>{t('preview.loading')}</Text>
          </div>
        )}
        {!isEmpty && tried.state === 'finished' && (
          <div className={classes.over}>
            <Text fw={600}>{t('preview.finished')}</Text>
            <Text size="sm" c="dimmed">
              {t('preview.recorded', { count: tried.data.length })}
            </Text>
          </div>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.state}>
        {tried.state === 'running' && now
          ? t('preview.running', { name: nameOf(now) })
          : tried.state === 'finished'
            ? t('preview.over')
            : isEmpty
              ? ' '
              : t('preview.keys')}
      </Text>
      {tried.fault && (
        <div className={classes.fault} role="status">
          <Text size="sm" fw={600} c="var(--mantine-color-error)">
            {faulty ? t('preview.fault_in', { name: nameOf(faulty) }) : t('preview.fault')}
          </Text>
          <Text size="sm" className={classes.message}>
            {tried.fault.message}
          </Text>
          {faulty && (
            <Button size="compact-sm" variant="default" mt={6} onClick={() => onSelect(faulty.id)}>
              {t('preview.go')}
            </Button>
          )}
        </div>
      )}
      <RecordedData data={tried.data} />
    </div>
  );
}
