import { Group, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedOnPage } from '../../lib/navigation/use-debounced-on-page';
import { IconLayoutGrid } from '../../ui/icons/layout-grid';
import { IconList } from '../../ui/icons/list';
import { SearchField } from '../../ui/search-field';
import { useListLayout } from './list-layout.store';
import type { ResourceListState, EntrySorting } from './use-place';
import { fileSortOrders } from '../../../../contracts/resources/files';

interface Props {
  place: ResourceListState;
  go: (next: Partial<ResourceListState>) => void;
  search: RefObject<HTMLInputElement | null>;
  /** Moves the focus from the search field to the list. */
  toList: () => void;
}

/** The search field, the order, and the choice between list and grid. */
export function ResourceListToolbar({ place, go, search, toList }: Props) {
  const { t } = useTranslation('resources');
  const { as, show } = useListLayout();
  const [text, setText] = useState(place.text);
  const changeText = useDebouncedOnPage((next: string) => go({ text: next.trim() }), 250);
  useEffect(() => {
    if (document.activeElement !== search.current) setText(place.text);
  }, [place.text, search]);
  return (
    <Group role="search" aria-label={t('search.label')} gap="sm" align="center">
      <SearchField
        field={search}
        label={t('search.field')}
        value={text}
        onChange={(next) => {
          setText(next);
          changeText(next);
        }}
        onClear={() => {
          setText('');
          changeText('');
        }}
        onDown={toList}
      />
      <Select
        aria-label={t('sort.label')}
        flex="1 1 11rem"
        maw={{ sm: '14rem' }}
        value={place.sort}
        data={fileSortOrders.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(sort) => go({ sort: sort as EntrySorting })}
      />
      <SegmentedControl
        aria-label={t('look.label')}
        value={as}
        onChange={(next) => show(next === 'grid' ? 'grid' : 'list')}
        data={(
          [
            ['list', IconList],
            ['grid', IconLayoutGrid],
          ] as const
        ).map(([value, Sign]) => ({
          value,
          label: (
            <>
              <Sign size={20} aria-hidden style={{ display: 'block' }} />
              <VisuallyHidden>{t(`look.${value}`)}</VisuallyHidden>
            </>
          ),
        }))}
      />
    </Group>
  );
}
