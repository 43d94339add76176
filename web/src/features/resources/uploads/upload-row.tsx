import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { IconPlayerPause } from '../../../ui/icons/player-pause';
import { IconPlayerPlay } from '../../../ui/icons/player-play';
import { IconX } from '../../../ui/icons/x';
import { nameTakenChoices, type UploadItem } from './upload-item';
import classes from './uploads.module.css';
import { isUploadActive } from './upload-order.rule';
import { uploadActions } from './uploads.store';
import { useFaultWords } from './use-fault-words';

function StateWords({ item }: { item: UploadItem }) {
  const { t } = useTranslation('resources');
  const faultWords = useFaultWords();
  const { state, sent, bytes, fault, waitsFor } = item;
  if (state === 'failed' && fault)
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {faultWords(fault)}
      </Text>
    );
  const words = waitsFor
    ? t(`uploads.waits_for_${waitsFor}`)
    : state === 'sending' || state === 'paused'
      ? t(`uploads.${state}`, { sent: formatBytes(sent), bytes: formatBytes(bytes) })
      : t(`uploads.${state}`, { bytes: formatBytes(bytes) });
  return (
    <Text size="xs" c="dimmed" className="numbers">
      {words}
    </Text>
  );
}

/** Shows one upload, with what the person can do about it. */
export const UploadRow = memo(function UploadRow({
  item,
  many,
}: {
  item: UploadItem;
  many: boolean;
}) {
  const { t } = useTranslation('resources');
  const { key, path, state, sent, bytes } = item;
  const isHalted = state === 'paused' || state === 'failed';
  return (
    <div className={classes.row} role="listitem">
      <div className={classes.about}>
        <Text size="sm" className={classes.path} title={path}>
          {path}
        </Text>
        <StateWords item={item} />
        {state === 'sending' && (
          <Progress
            size="sm"
            value={(100 * sent) / Math.max(1, bytes)}
            aria-label={t('uploads.progress_of', { name: path })}
          />
        )}
        {state === 'taken' && (
          <Group gap="xs" role="group" aria-label={t('taken.label', { name: path })}>
            {nameTakenChoices.map((choice) => (
              <Button
                key={choice}
                size="compact-sm"
                variant="default"
                onClick={() => uploadActions.decide(key, choice, false)}
              >
                {t(`taken.${choice}`)}
              </Button>
            ))}
            {many && (
              <>
                {nameTakenChoices.map((choice) => (
                  <Button
                    key={choice}
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => uploadActions.decide(key, choice, true)}
                  >
                    {t(`taken_all.${choice}`)}
                  </Button>
                ))}
              </>
            )}
          </Group>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {isUploadActive(item) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('uploads.pause_one', { name: path })}
            onClick={() => uploadActions.pause(key)}
          >
            <IconPlayerPause size={18} aria-hidden />
          </ActionIcon>
        )}
        {isHalted && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t(state === 'failed' ? 'uploads.again_one' : 'uploads.go_on_one', {
              name: path,
            })}
            onClick={() => uploadActions.goOn(key)}
          >
            <IconPlayerPlay size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t(state === 'done' ? 'uploads.hide_one' : 'uploads.give_up_one', {
            name: path,
          })}
          onClick={() => uploadActions.giveUp(key)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
});
