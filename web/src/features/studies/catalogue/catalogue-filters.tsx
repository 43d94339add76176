import { Chip, Group, Kbd, Select, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedOnPage } from '../../../lib/navigation/use-debounced-on-page';
import { type Filters, minuteChoices } from './catalogue';

interface Props {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

/** Search, duration, pay. `/` moves the focus to the search field from anywhere on the page. */
export function CatalogueFilters({ filters, change }: Props) {
  const { t } = useTranslation('studies');
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filters.text);
  const changeText = useDebouncedOnPage((next: string) => change({ text: next.trim() }), 250);
  useHotkeys([['/', () => search.current?.focus()]]);
  // "Show all studies" clears the field as well.
  useEffect(() => {
    if (!filters.text && document.activeElement !== search.current) setText('');
  }, [filters.text]);
  return (
    <Group role="search" aria-label={t('filters.label')} gap="sm" align="center">
      <TextInput
        ref={search}
        type="search"
        flex="1 1 16rem"
        value={text}
        aria-label={t('filters.search')}
        aria-keyshortcuts="/"
        placeholder={t('filters.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          <Kbd visibleFrom="md" size="xs" aria-hidden>
            /
          </Kbd>
        }
        maxLength={200}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          changeText(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setText('');
            change({ text: '' });
            event.currentTarget.blur();
          }
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
      <Chip
        checked={filters.paid}
        onChange={(paid) => change({ paid })}
        size="md"
        variant="outline"
        styles={{ label: { height: '2.75rem' } }}
      >
        {t('filters.paid')}
      </Chip>
    </Group>
  );
}
