import { ActionIcon, Group, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { IconTrash } from '../../../ui/icons/trash';
import { useTranslation } from 'react-i18next';
import {
  type ProfileAnswerFilter,
  incompleteFilterReason,
  isProfileAnswerFilter,
} from '../../../../../contracts/studies/eligibility';
import { profileAnswerChoices } from '../../../../../contracts/accounts/profile-answers';
import { LazyMultiSelect } from '../../../ui/fields/lazy-select';
import { useAnswerOptions } from '../../../domain/answers/answer-words';
import type { ParticipantFilter } from './filters.rule';

interface Props {
  filter: ParticipantFilter;
  /** The person's own studies. */
  studies: readonly { _id: string; title: string }[];
  /**
   * Whether to show an error if the condition is incomplete. It is false while the researcher is
   * still filling in a new condition.
   */
  isTold: boolean;
  onChange: (filter: ParticipantFilter) => void;
  onRemove: () => void;
}

const numberOf = (value: string | number) => (value === '' ? undefined : Number(value));

/** One condition of the rule, shown and edited as a sentence. */
export function FilterRow({ filter, studies, isTold, onChange, onRemove }: Props) {
  const { t } = useTranslation(['eligibility', 'demographics']);
  const options = useAnswerOptions();
  const gap = isTold ? incompleteFilterReason(filter) : null;
  const error = gap && t(`eligibility:gap.${gap}`);
  const lead = t(`eligibility:who.${filter.filter}`);
  return (
    <Paper component="li" withBorder p="md" aria-label={lead}>
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <Stack gap="xs" flex={1}>
          <Text fw={600}>{lead}</Text>
          {filter.filter === 'age' ? (
            <Group gap="sm" align="flex-start">
              <NumberInput
                label={t('eligibility:age.from')}
                value={filter.range.lower ?? ''}
                onChange={(value) =>
                  onChange({ ...filter, range: { ...filter.range, lower: numberOf(value) } })
                }
                min={0}
                max={130}
                allowDecimal={false}
                w={130}
                error={error}
              />
              <NumberInput
                label={t('eligibility:age.to')}
                value={filter.range.upper ?? ''}
                onChange={(value) =>
                  onChange({ ...filter, range: { ...filter.range, upper: numberOf(value) } })
                }
                min={0}
                max={130}
                allowDecimal={false}
                w={130}
                error={Boolean(error)}
              />
            </Group>
          ) : isProfileAnswerFilter(filter) ? (
            <LazyMultiSelect
              aria-label={lead}
              placeholder={filter.any_of.length === 0 ? t('eligibility:choose') : undefined}
              data={options(filter.filter)}
              value={filter.any_of}
              onChange={(chosen) => onChange({ ...filter, any_of: chosen } as ProfileAnswerFilter)}
              searchable={!(filter.filter in profileAnswerChoices)}
              nothingFoundMessage={t('demographics:nothing_found')}
              error={error}
            />
          ) : (
            <LazyMultiSelect
              aria-label={lead}
              placeholder={filter.studies.length === 0 ? t('eligibility:choose') : undefined}
              data={studies.map(({ _id, title }) => ({ value: _id, label: title }))}
              value={filter.studies}
              onChange={(chosen) => onChange({ ...filter, studies: chosen })}
              nothingFoundMessage={t('eligibility:no_studies')}
              error={error}
            />
          )}
        </Stack>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          onClick={onRemove}
          aria-label={t('eligibility:remove', { what: lead })}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
