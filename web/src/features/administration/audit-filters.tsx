import { Button, Group, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findUsers, readUser } from '../../../../contracts/accounts/accounts';
import { auditActions } from '../../../../contracts/audit/audit';
import { Id } from '../../../../contracts/base/fields';
import { query } from '../../lib/http/api';
import { DayField } from '../../ui/dates/day-field';
import { nameOf } from './user-words';
import { shownEmail } from '../../lib/intl/shown-email';

type Filters = Record<'action' | 'person' | 'from' | 'to', string>;
interface Props {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

/** Searches while the administrator types; the person already chosen stays in the list. */
function PersonFilter({ person, onChange }: { person: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('administration');
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 250);
  const chosen = useQuery({
    ...query(readUser, { params: { id: person } }),
    enabled: Id.safeParse(person).success,
  }).data;
  const label = (one: { first_name: string; last_name: string; email?: string | undefined }) =>
    [nameOf(one), one.email && shownEmail(one.email)].filter(Boolean).join(' · ');
  const found =
    useQuery({
      ...query(findUsers, {
        query: { limit: 20, ...(text && text !== (chosen && label(chosen)) && { text }) },
      }),
      placeholderData: keepPreviousData,
    }).data?.items ?? [];
  const options = [
    ...(chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen] : []),
    ...found,
  ];
  return (
    <Select
      flex="2 1 16rem"
      label={t('audit.person')}
      placeholder={t('audit.anybody')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit.anybody') }}
      nothingFoundMessage={t('audit.nobody_found')}
      data={options.map((one) => ({ value: one._id, label: label(one) }))}
      filter={({ options: all }) => all}
      value={chosen ? person : null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setTyped}
    />
  );
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
      <PersonFilter
        key={filters.person}
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
