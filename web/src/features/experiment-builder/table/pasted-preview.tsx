import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColumnTypeName } from '../../../ui/tables/kind-name';
import { cellTextOf } from './cells.rule';
import type { PastedTable } from './edits';

/** The number of rows that the preview shows. */
const few = 5;

/** Shows a pasted table as it will be stored: the type and the code name of each column. */
export function PastedPreview({ pasted: { table, columns } }: { pasted: PastedTable }) {
  const { t } = useTranslation('builder');
  const more = table.rows.length - few;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} maxHeight={320} type="native">
        <Table withTableBorder verticalSpacing={6} aria-label={t('paste.preview')}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, heading, type, decimalComma }) => (
                <Table.Th key={name} style={{ verticalAlign: 'top' }}>
                  <code>{name}</code>
                  {heading !== name && (
                    <Text size="xs" c="dimmed">
                      {t('paste.heading', { heading })}
                    </Text>
                  )}
                  <ColumnTypeName type={type} decimalComma={decimalComma} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.rows.slice(0, few).map((row, i) => (
              <Table.Tr key={i}>
                {columns.map(({ name, type }, j) => (
                  <Table.Td key={name} className={type === 'number' ? 'numbers' : undefined}>
                    {cellTextOf(row[j])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('paste.more', { count: more })}
        </Text>
      )}
    </div>
  );
}
