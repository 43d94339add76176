import { Group, Select } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { studyListFilters } from '../../../../contracts/studies/study-list';
import { useDebouncedOnPage } from '../../lib/navigation/use-debounced-on-page';
import { SearchField } from '../../ui/search-field';
import {
  type OwnStudiesFilters,
  studyOrderChoices,
  type StudyStateFilter,
  type StudyOrder,
} from './own-studies';

interface Props {
  search: RefObject<HTMLInputElement | null>;
  filters: OwnStudiesFilters;
  change: (next: Partial<OwnStudiesFilters>) => void;
  /**
   * Moves the focus from the search field to the rows, when the person presses the arrow key down.
   */
  toRows: () => void;
}

/**
 * The search field, the state and the order of the list. `/` moves the focus to the search field
 * from anywhere on the page.
 */
export function OwnStudiesFilterBar({ search, filters, change, toRows }: Props) {
  const { t } = useTranslation('own-studies');
  const [text, setText] = useState(filters.text);
  const changeText = useDebouncedOnPage((next: string) => change({ text: next.trim() }), 250);
  // The back button and "Show all" change the search in the address. The field then shows that
  // search.
  useEffect(() => {
    if (document.activeElement !== search.current) setText(filters.text);
  }, [filters.text, search]);
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
          changeText('');
        }}
        onDown={toRows}
      />
      <Select
        aria-label={t('filters.state')}
        flex="1 1 11rem"
        maw={{ sm: '14rem' }}
        allowDeselect={false}
        value={filters.state}
        data={studyListFilters.map((value) => ({ value, label: t(`shown.${value}`) }))}
        onChange={(state) => change({ state: state as StudyStateFilter })}
      />
      <Select
        aria-label={t('filters.sort')}
        flex="1 1 11rem"
        maw={{ sm: '14rem' }}
        allowDeselect={false}
        value={filters.sort}
        data={studyOrderChoices.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(sort) => change({ sort: sort as StudyOrder })}
      />
    </Group>
  );
}
