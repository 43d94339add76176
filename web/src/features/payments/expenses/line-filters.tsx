import { Button, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExpenseFilter } from '../../../../../contracts/payments/expenses';
import { DayField } from '../../../ui/dates/day-field';

export type ExpenseLineFilterValues = Record<'kind' | 'from' | 'to', string>;
interface Props {
  filters: ExpenseLineFilterValues;
  change: (next: Partial<ExpenseLineFilterValues>) => void;
}

export function ExpenseLineFilters({ filters, change }: Props) {
  const { t } = useTranslation('expenses');
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label={t('lines.find')}>
      <NativeSelect
        flex="2 1 14rem"
        label={t('lines.kind')}
        data={[
          { value: '', label: t('lines.all_kinds') },
          ...ExpenseFilter.shape.kind
            .unwrap()
            .options.map((value) => ({ value, label: t(`of.${value}`) })),
        ]}
        value={filters.kind}
        onChange={(event) => change({ kind: event.currentTarget.value })}
      />
      <DayField
        label={t('lines.from')}
        value={filters.from}
        max={filters.to || undefined}
        onChange={(from) => change({ from })}
      />
      <DayField
        label={t('lines.to')}
        error={
          filters.from && filters.to && filters.from > filters.to
            ? t('lines.from_after_to')
            : undefined
        }
        value={filters.to}
        min={filters.from || undefined}
        onChange={(to) => change({ to })}
      />
      {Object.values(filters).some(Boolean) && (
        <Button variant="subtle" px="xs" onClick={() => change({ kind: '', from: '', to: '' })}>
          {t('lines.clear')}
        </Button>
      )}
    </Group>
  );
}
