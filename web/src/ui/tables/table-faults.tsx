import { Alert, List, Text } from '@mantine/core';
import { IconFileAlert } from '../icons/file-alert';
import { useTranslation } from 'react-i18next';
import { timelineLimits } from '../../../../contracts/timeline/limits';
import { formatNumber } from '../../lib/intl/format';
import type { TableFaultCode } from '../../lib/tables/read-table';

export interface ShownTableFault {
  readonly line: number;
  readonly column: string;
  readonly code: TableFaultCode | 'no_key' | 'too_long';
}
/** The most faults that are shown; more would not help to correct the table. */
const most = 8;

/** Returns a function that writes a sentence about a fault: where it is, and how to correct it. */
export function useTableFaultText(): (fault: ShownTableFault) => string {
  const { t } = useTranslation('tables');
  const most = {
    columns: formatNumber(timelineLimits.timelineColumns),
    rows: formatNumber(timelineLimits.timelineRows),
  };
  return ({ line, column, code }) => t(`fault.${code}`, { line, column, ...most });
}

/** The reasons why a pasted table is refused, line by line. */
export function TableFaults({ faults }: { faults: readonly ShownTableFault[] }) {
  const { t } = useTranslation('tables');
  const text = useTableFaultText();
  if (faults.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<IconFileAlert aria-hidden />} title={t('faults')}>
      <List size="sm">
        {faults.slice(0, most).map((fault) => (
          <List.Item key={`${fault.line} ${fault.column} ${fault.code}`}>{text(fault)}</List.Item>
        ))}
      </List>
      {faults.length > most && (
        <Text size="sm" mt="xs">
          {t('more', { count: faults.length - most })}
        </Text>
      )}
    </Alert>
  );
}
