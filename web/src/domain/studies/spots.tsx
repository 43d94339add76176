import { Group, Text } from '@mantine/core';
import { IconCircleFilled } from '../../ui/icons/circle-filled';
import { IconCircleOff } from '../../ui/icons/circle-off';
import { IconHourglass } from '../../ui/icons/hourglass';
import { useTranslation } from 'react-i18next';

/**
 * Shows "13 spots available", updated live. The icon repeats what the colour says, since some
 * people see no colours.
 */
export function AvailableSpots({ count, open }: { count: number; open: boolean }) {
  const { t } = useTranslation('studies');
  const Icon = !open ? IconCircleOff : count > 0 ? IconCircleFilled : IconHourglass;
  return (
    <Group gap={6} wrap="nowrap">
      <Icon
        size={!open || count === 0 ? 14 : 10}
        aria-hidden
        color={open && count > 0 ? 'var(--lab-accent)' : 'var(--mantine-color-dimmed)'}
      />
      <Text
        size="sm"
        className="numbers"
        fw={open && count > 0 ? 600 : 400}
        c={open && count > 0 ? undefined : 'dimmed'}
        component="span"
      >
        {!open ? t('spots.paused') : t('spots.available', { count })}
      </Text>
    </Group>
  );
}
