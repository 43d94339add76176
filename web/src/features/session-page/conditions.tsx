import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionConditions } from '../../../../contracts/study-files/conditions';
import { formatNumber } from '../../lib/intl/format';

/**
 * Shows the number of participants in each condition. It renders nothing for a session that draws
 * no conditions.
 */
export function ConditionTotals({ draw, resolution, totals }: SessionConditions) {
  const { t } = useTranslation('conditions');
  if (!draw) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {t('session.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {totals
          ? t(resolution === 'day' ? 'session.yesterday' : 'session.text')
          : t('session.blinded')}
      </Text>
      {totals && (
        <Table.ScrollContainer minWidth={0} maxHeight={360} type="native">
          <Table aria-label={t('session.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('session.name')}</Table.Th>
                <Table.Th scope="col">{t('session.seats')}</Table.Th>
                <Table.Th scope="col">{t('session.finished')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {totals.map(({ name, seats, finished }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td className="numbers">{formatNumber(seats)}</Table.Td>
                  <Table.Td className="numbers">{formatNumber(finished)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
