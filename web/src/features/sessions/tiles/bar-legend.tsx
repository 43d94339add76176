import { Group, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bar-legend.module.css';

const parts = ['took_part', 'held', 'free'] as const;

/** Explains the shades in the bars of the tiles. */
export const BarLegend = memo(function BarLegend() {
  const { t } = useTranslation('sessions');
  return (
    <Group gap="md" component="ul" className={classes.legend} aria-label={t('legend.title')}>
      {parts.map((part) => (
        <Group key={part} gap={6} component="li">
          <span className={classes.tone} data-part={part} aria-hidden />
          <Text size="xs" c="dimmed" component="span">
            {t(`legend.${part}`)}
          </Text>
        </Group>
      ))}
    </Group>
  );
});
