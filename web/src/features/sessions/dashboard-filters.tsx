import { Group, SegmentedControl, Select } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SessionState } from '../../../../contracts/enrolment/sessions';
import { type SessionOrder, sessionSorts, type SessionStateFilter } from './table/sort-and-filter';

const states: readonly SessionStateFilter[] = ['all', ...SessionState.options];
const oneOf = <T extends string>(choices: readonly T[], value: string | null, otherwise: T) =>
  choices.find((c) => c === value) ?? otherwise;

/** Reads the order from the address of the page; a minus before the name reverses the order. */
const orderIn = (value: string | null): SessionOrder => ({
  by: oneOf(sessionSorts, value?.replace(/^-/, '') ?? null, 'newest'),
  backwards: value?.startsWith('-') ?? false,
});
const asText = ({ by, backwards }: SessionOrder) => `${backwards ? '-' : ''}${by}`;

/**
 * Reads and changes the state, the study and the order by which the dashboard filters and sorts.
 * The address of the page stores them.
 */
export function useDashboardFilters() {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
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
      order: orderIn(params.get('sort')),
      setState: (state: string | null) => set('state', state === 'all' ? null : state),
      setStudy: (study: string | null) => set('study', study),
      setOrder: (order: SessionOrder) =>
        set('sort', asText(order) === 'newest' ? null : asText(order)),
      clear: () => setParams({}, { replace: true }),
    };
  }, [params, setParams]);
}

interface Props {
  filters: ReturnType<typeof useDashboardFilters>;
  studies: readonly { id: string; title: string }[];
  counts: Readonly<Record<SessionStateFilter, number>>;
}

/**
 * The filters of the dashboard. They re-render when the number of sessions in a state changes, but
 * not for each live number.
 */
export const DashboardFilters = memo(function DashboardFilters({
  filters,
  studies,
  counts,
}: Props) {
  const { t } = useTranslation('sessions');
  const { order } = filters;
  const choices = states.map((value) => ({
    value,
    label: `${t(`filter.${value}`)} ${counts[value]}`,
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
        value={asText(order)}
        onChange={(value) => filters.setOrder(orderIn(value))}
        allowDeselect={false}
        aria-label={t('filter.sort')}
        data={[
          ...sessionSorts.map((by) => ({ value: by, label: t(`sort.${by}`) })),
          // A click on a column's heading may reverse the order. The list then also offers that
          // order.
          ...(order.backwards
            ? [
                {
                  value: asText(order),
                  label: t('sort.backwards', { order: t(`sort.${order.by}`) }),
                },
              ]
            : []),
        ]}
      />
    </Group>
  );
});
