import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReturnLogLine } from '../../../../contracts/external-returns/external-returns';
import { formatDate } from '../../lib/intl/format';
import { StackingTable } from '../../ui/stacking-table';
import { TimeText } from '../../ui/when';

/** Lists the returns that arrived, the newest day first. Identical returns of a day share a row. */
export function ReturnsTable({
  arrived,
  anonymous,
}: {
  arrived: readonly ReturnLogLine[];
  anonymous: boolean;
}) {
  const { t } = useTranslation('external-returns');
  const items = arrived.map((one) => ({
    ...one,
    _id: [one.tag, one.day, one.way, one.outcome, one.result, one.reason].join(),
  }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('arrived.title')}
      </Title>
      {anonymous && (
        <Text size="sm" c="dimmed" className="measure">
          {t('arrived.anonymous')}
        </Text>
      )}
      <StackingTable
        label={t('arrived.title')}
        items={items}
        columns={[
          {
            name: 'tag',
            label: t('arrived.who'),
            kind: 'heading',
            cell: ({ tag }) =>
              tag === null ? (
                t('arrived.unproved')
              ) : (
                <code style={{ whiteSpace: 'nowrap' }}>{tag}</code>
              ),
          },
          {
            name: 'day',
            label: t('arrived.when'),
            cell: ({ day, last_at }) =>
              last_at === null ? (
                formatDate(`${day}T12:00:00Z`)
              ) : (
                <TimeText at={last_at} relative />
              ),
          },
          { name: 'way', label: t('arrived.way'), cell: ({ way }) => t(`way.${way}`) },
          {
            name: 'outcome',
            label: t('arrived.said'),
            cell: ({ outcome }) => (outcome === null ? '–' : t(`outcome.${outcome}`)),
          },
          {
            name: 'result',
            label: t('arrived.result'),
            cell: ({ result, reason }) =>
              result === 'refused' ? t(`refused.${reason ?? 'over'}`) : t(`result.${result}`),
          },
          {
            name: 'times',
            label: t('arrived.times'),
            kind: 'numbers',
            cell: ({ times }) => times,
          },
        ]}
      />
    </Stack>
  );
}
