import { Chip, Group, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedOnPage } from '../../lib/navigation/use-debounced-on-page';
import { SearchField } from '../../ui/search-field';
import { type CatalogueFilterValues, minuteChoices } from './catalogue';

interface Props {
  filters: CatalogueFilterValues;
  change: (next: Partial<CatalogueFilterValues>) => void;
}

/**
 * The filters of the catalogue: search, duration, pay and credit. `/` moves the focus to the search
 * field from anywhere on the page.
 */
export function CatalogueFilters({ filters, change }: Props) {
  const { t } = useTranslation('studies');
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filters.text);
  const changeText = useDebouncedOnPage((next: string) => change({ text: next.trim() }), 250);
  // "Show all studies" clears the search in the address, so the field is cleared as well.
  useEffect(() => {
    if (!filters.text && document.activeElement !== search.current) setText('');
  }, [filters.text]);
  return (
    <Group role="search" aria-label={t('filters.label')} gap="sm" align="center">
      <SearchField
        field={search}
        label={t('filters.search')}
        value={text}
        onChange={(next) => {
          setText(next);
          changeText(next);
        }}
        onClear={() => {
          setText('');
          change({ text: '' });
        }}
      />
      <Select
        aria-label={t('filters.minutes')}
        flex="0 1 13rem"
        value={filters.minutes ? String(filters.minutes) : 'any'}
        data={[
          { value: 'any', label: t('filters.any_length') },
          ...minuteChoices.map((m) => ({
            value: String(m),
            label: t('filters.up_to', { count: m }),
          })),
        ]}
        onChange={(value) => change({ minutes: value && value !== 'any' ? Number(value) : null })}
      />
      {(['paid', 'credit'] as const).map((one) => (
        <Chip
          key={one}
          checked={filters[one]}
          onChange={(on) => change({ [one]: on })}
          size="md"
          variant="outline"
          styles={{ label: { height: '2.75rem' } }}
        >
          {t(`filters.${one}`)}
        </Chip>
      ))}
    </Group>
  );
}
