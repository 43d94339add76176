import { Button, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { auditActions } from '../../../../contracts/audit/audit';
import { PersonSelect } from '../../domain/people/person-select';
import { DayField } from '../../ui/dates/day-field';

type Filters = Record<'action' | 'person' | 'from' | 'to', string>;
interface Props {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

export function AuditFilters({ filters, change }: Props) {
  const { t } = useTranslation('administration');
  const any = Object.values(filters).some(Boolean);
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label={t('audit.find')}>
      <NativeSelect
        flex="2 1 15rem"
        label={t('audit.action')}
        data={[
          { value: '', label: t('audit.any_action') },
          ...auditActions.map((value) => ({ value, label: t(`audit.name.${value}`) })),
        ]}
        value={filters.action}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <PersonSelect
        key={filters.person}
        flex="2 1 16rem"
        label={t('audit.person')}
        placeholder={t('audit.anybody')}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.anybody') }}
        nothingFoundMessage={t('audit.nobody_found')}
        person={filters.person}
        onChange={(person) => change({ person })}
      />
      <DayField
        label={t('audit.from')}
        value={filters.from}
        max={filters.to || undefined}
        onChange={(from) => change({ from })}
      />
      <DayField
        label={t('audit.to')}
        error={
          filters.from && filters.to && filters.from > filters.to
            ? t('audit.from_after_to')
            : undefined
        }
        value={filters.to}
        min={filters.from || undefined}
        onChange={(to) => change({ to })}
      />
      {any && (
        <Button
          variant="subtle"
          px="xs"
          onClick={() => change({ action: '', person: '', from: '', to: '' })}
        >
          {t('audit.clear')}
        </Button>
      )}
    </Group>
  );
}
