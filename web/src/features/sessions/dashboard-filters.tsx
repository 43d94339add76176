import { Group, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SessionState } from '../../../../contracts/sessions';
import { sorts, type StateFilter } from './sort-and-filter';

const states: readonly StateFilter[] = ['all', ...SessionState.options];
const oneOf = <T extends string>(choices: readonly T[], value: string | null, otherwise: T) =>
  choices.find((c) => c === value) ?? otherwise;

/** State, study and order, kept in the address. */
export function useDashboardFilters() {
  const [params, setParams] = useSearchParams();
  const set = (key: string, value: string | null) =>
    setParams(
      (now) => {
        if (value) now.set(key, value);
        else now.delete(key);
        return now;
      },
      { replace: true },
    );
  return {
    state: oneOf(states, params.get('state'), 'all'),
    study: params.get('study'),
    sort: oneOf(sorts, params.get('sort'), 'newest'),
    setState: (state: string | null) => set('state', state === 'all' ? null : state),
    setStudy: (study: string | null) => set('study', study),
    setSort: (sort: string | null) => set('sort', sort === 'newest' ? null : sort),
    clear: () => setParams({}, { replace: true }),
  };
}

interface Props {
  filters: ReturnType<typeof useDashboardFilters>;
  studies: readonly { id: string; title: string }[];
  countOf: (state: StateFilter) => number;
}

export function DashboardFilters({ filters, studies, countOf }: Props) {
  const { t } = useTranslation('sessions');
  const choices = states.map((value) => ({
    value,
    label: `${t(`filter.${value}`)} ${countOf(value)}`,
  }));
  const byTitle = [...studies].sort((a, b) => a.title.localeCompare(b.title));
  return (
    <Group gap="sm" role="group" aria-label={t('filter.label')} data-no-print>
      <SegmentedControl
        visibleFrom="md"
        className="numbers"
        value={filters.state}
        onChange={filters.setState}
        data={choices}
        aria-label={t('filter.state')}
        size="sm"
      />
      <Select
        hiddenFrom="md"
        flex="1 1 100%"
        size="sm"
        value={filters.state}
        onChange={filters.setState}
        data={choices}
        aria-label={t('filter.state')}
      />
      {studies.length > 1 && (
        <Select
          flex="1 1 12rem"
          maw={{ md: '18rem' }}
          size="sm"
          searchable
          value={filters.study ?? ''}
          onChange={(v) => filters.setStudy(v || null)}
          aria-label={t('filter.study')}
          data={[
            { value: '', label: t('filter.all_studies') },
            ...byTitle.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <Select
        flex="1 1 10rem"
        maw={{ md: '13rem' }}
        size="sm"
        value={filters.sort}
        onChange={filters.setSort}
        aria-label={t('filter.sort')}
        data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </Group>
  );
}
