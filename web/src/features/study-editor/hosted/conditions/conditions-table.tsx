import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../../../../contracts/study-files/conditions';
import type { ColumnKind } from '../../../../../../contracts/tables/column-kind.rule';
import { formatNumber } from '../../../../lib/intl/format';
import { ColumnTypeName } from '../../../../ui/tables/kind-name';
import { conditionValueNames } from './conditions-csv';

interface Props {
  cells: readonly Condition[];
  /** The type of each column. */
  kinds: ReadonlyMap<string, ColumnKind>;
  /**
   * Whether the table shows the last valid conditions, because the text in the field has errors.
   */
  isOld: boolean;
}

/** Shows the conditions with the values that the study's script will get. */
export function ConditionsTable({ cells, kinds, isOld }: Props) {
  const { t } = useTranslation('conditions');
  const keys = conditionValueNames(cells);
  const kindOfKey = (key: string) => {
    const kind = kinds.get(key);
    return kind && <ColumnTypeName {...kind} />;
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {isOld ? t('preview.old') : t('preview.title', { count: cells.length })}
      </Text>
      <Table.ScrollContainer minWidth={0} maxHeight={320} type="native">
        <Table
          withTableBorder
          verticalSpacing={6}
          aria-label={t('preview.title', { count: cells.length })}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th style={{ verticalAlign: 'top' }}>{t('preview.name')}</Table.Th>
              <Table.Th style={{ verticalAlign: 'top' }}>{t('preview.share')}</Table.Th>
              {keys.map((key) => (
                <Table.Th key={key} style={{ verticalAlign: 'top' }}>
                  <code>{key}</code>
                  {kindOfKey(key)}
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
                  <Table.Td key={key}>{JSON.stringify(values[key])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt={6}>
        {t('preview.script')} <code>commonlab.condition</code>
      </Text>
    </div>
  );
}
