import { Checkbox, Group, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  participationStates,
  type ParticipationState,
} from '../../../../../contracts/enrolment/participations';
import { type PeopleFilter, peopleFilters } from './people.rule';

interface Props {
  filter: PeopleFilter;
  count: (filter: PeopleFilter) => number;
  onFilter: (filter: PeopleFilter) => void;
  state: ParticipationState | null;
  onState: (state: ParticipationState | null) => void;
  /** Whether names are shown; null if the researcher may not see them. */
  names: boolean | null;
  onNames: (names: boolean) => void;
}

/**
 * The filters of the list of participants: by what the researcher still has to do, and by state.
 */
export function ParticipantFilters({
  filter,
  count,
  onFilter,
  state,
  onState,
  names,
  onNames,
}: Props) {
  const { t } = useTranslation(['session-page', 'participation']);
  const choices = peopleFilters.map((one) => ({
    value: one,
    label: `${t(`session-page:people.filters.${one}`)} ${count(one)}`,
  }));
  return (
    <Group gap="md" align="flex-end">
      <SegmentedControl
        visibleFrom="sm"
        className="numbers"
        value={filter}
        onChange={onFilter}
        data={choices}
        aria-label={t('session-page:people.show')}
      />
      <Select
        hiddenFrom="sm"
        w="100%"
        value={filter}
        onChange={(next) => next && onFilter(next)}
        allowDeselect={false}
        data={choices}
        aria-label={t('session-page:people.show')}
      />
      <Select
        aria-label={t('session-page:people.filter')}
        data={participationStates.map((one) => ({
          value: one,
          label: t(`participation:state.${one}`),
        }))}
        value={state}
        onChange={onState}
        placeholder={t('session-page:people.all')}
        clearable
        clearButtonProps={{ 'aria-label': t('session-page:people.all') }}
        w={{ base: '100%', xs: 200 }}
      />
      {names !== null && (
        <Checkbox
          label={t('session-page:people.names')}
          description={t('session-page:people.names_hint')}
          checked={names}
          onChange={(event) => onNames(event.currentTarget.checked)}
        />
      )}
    </Group>
  );
}
