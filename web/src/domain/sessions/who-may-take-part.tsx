import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type EligibilityFilter,
  isProfileAnswerFilter,
} from '../../../../contracts/studies/eligibility';
import { listStudies } from '../../../../contracts/studies/studies';
import { formatList } from '../../lib/intl/format';
import { query } from '../../lib/http/api';
import { useAnswerOptions } from '../answers/answer-words';
import { TextPlaceholder } from '../../ui/loading/shapes';

/**
 * Lists the conditions of a study, each in the same sentence as in the editor, with the chosen
 * values.
 */
export function WhoMayTakePart({ filters }: { filters: readonly EligibilityFilter[] }) {
  const { t } = useTranslation(['eligibility', 'demographics']);
  const options = useAnswerOptions();
  const own = useQuery({
    ...query(listStudies, { query: { scope: 'mine', limit: 200 } }),
    enabled: filters.some((one) => 'studies' in one),
  });
  if (filters.length === 0) return t('eligibility:everybody_short');
  if (own.isLoading) return <TextPlaceholder h={24} />;
  const chosen = (one: EligibilityFilter): string => {
    if (one.filter === 'age') {
      const { lower, upper } = one.range;
      if (lower === undefined) return t('eligibility:age.up_to', { years: upper });
      return upper === undefined
        ? t('eligibility:age.from_on', { years: lower })
        : t('eligibility:age.between', { lower, upper });
    }
    const words = isProfileAnswerFilter(one)
      ? options(one.filter)
          .filter(({ value }) => (one.any_of as readonly string[]).includes(value))
          .map(({ label }) => label)
      : one.studies.map(
          (id) =>
            own.data?.items.find(({ _id }) => _id === id)?.title ?? t('eligibility:other_study'),
        );
    return formatList(words);
  };
  return (
    <List size="sm" spacing={4}>
      {filters.map((one) => (
        <List.Item key={JSON.stringify(one)}>
          {t('eligibility:sentence', {
            who: t(`eligibility:who.${one.filter}`),
            chosen: chosen(one),
          })}
        </List.Item>
      ))}
    </List>
  );
}
