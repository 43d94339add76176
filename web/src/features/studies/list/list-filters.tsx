import { Group, Kbd, Select, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownStates } from '../../../../../contracts/study-list';
import { useDebouncedOnPage } from '../../../lib/navigation/use-debounced-on-page';
import { type Filters, orders, type ShownState, type StudyOrder } from './own-studies';

interface Props {
  search: RefObject<HTMLInputElement | null>;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  /** The arrow key downwards leads from the search to the rows. */
  toRows: () => void;
}

/** Search, state, order. `/` moves the focus to the search field from anywhere on the page. */
export function ListFilters({ search, filters, change, toRows }: Props) {
  const { t } = useTranslation('own-studies');
  const [text, setText] = useState(filters.text);
  const changeText = useDebouncedOnPage((next: string) => change({ text: next.trim() }), 250);
  useHotkeys([['/', () => search.current?.focus()]]);
  // The back button, and "Show all", change what stands in the field.
  useEffect(() => {
    if (document.activeElement !== search.current) setText(filters.text);
  }, [filters.text, search]);
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
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            toRows();
          }
          if (event.key === 'Escape') {
            setText('');
            changeText('');
            event.currentTarget.blur();
          }
        }}
      />
      <Select
        aria-label={t('filters.state')}
        flex="1 1 11rem"
        maw={{ sm: '14rem' }}
        allowDeselect={false}
        value={filters.state}
        data={shownStates.map((value) => ({ value, label: t(`shown.${value}`) }))}
        onChange={(state) => change({ state: state as ShownState })}
      />
      <Select
        aria-label={t('filters.sort')}
        flex="1 1 11rem"
        maw={{ sm: '14rem' }}
        allowDeselect={false}
        value={filters.sort}
        data={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(sort) => change({ sort: sort as StudyOrder })}
      />
    </Group>
  );
}
