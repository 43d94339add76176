import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Conditions } from '../../../../../contracts/study-files/conditions';
import { formatNumber } from '../../../lib/intl/format';

/**
 * Shows each condition of a study: its name, its share, and the values that the study's script
 * gets.
 */
export function ReadOnlyConditions({ conditions: { cells, blinded } }: { conditions: Conditions }) {
  const { t } = useTranslation('viewed-study');
  const keys = [...new Set(cells.flatMap(({ values }) => Object.keys(values)))];
  return (
    <>
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('conditions')}
      >
        <Table aria-label={t('conditions')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('condition')}</Table.Th>
              <Table.Th scope="col">{t('share')}</Table.Th>
              {keys.map((key) => (
                <Table.Th scope="col" key={key}>
                  {key}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.map(({ name, share, values }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td className="numbers">{formatNumber(share)}</Table.Td>
                {keys.map((key) => (
                  <Table.Td key={key}>{String(values[key] ?? '')}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {blinded && <Text size="sm">{t('blinded')}</Text>}
    </>
  );
}
