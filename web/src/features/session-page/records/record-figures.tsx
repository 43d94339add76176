import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/intl/format';
import type { RecordFigures as Figures } from './record-table.rule';

/**
 * Shows the share of correct trials and the median reaction time of the loaded trials. It renders
 * nothing if no trial has these values.
 */
export function RecordFigures({ correct, median }: Figures) {
  const { t } = useTranslation('session-page');
  if (!correct && median === null) return null;
  return (
    <Group gap="lg">
      {correct && (
        <Text size="sm">
          {t('records.correct', {
            percent: formatNumber(Math.round(correct.share * 100)),
            count: correct.of,
            number: formatNumber(correct.of),
          })}
        </Text>
      )}
      {median !== null && (
        <Text size="sm">{t('records.median', { ms: formatNumber(Math.round(median)) })}</Text>
      )}
    </Group>
  );
}
