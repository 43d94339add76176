import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsersGroup } from '../../../ui/icons/users-group';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { incompleteFilterReason } from '../../../../../contracts/studies/eligibility';
import {
  countParticipants,
  type ParticipantFilters,
} from '../../../../../contracts/enrolment/participants';
import { formatNumber } from '../../../lib/intl/format';
import { ApiError, query } from '../../../lib/http/api';
import { useUser } from '../../../lib/auth/user';
import { needsProfile, type ParticipantFilter, participantFiltersOf } from './filters.rule';

/**
 * The pause in typing, in milliseconds, after which the page requests the number of matching
 * people. The server allows sixty such requests an hour.
 */
const calmMs = 900;

/** Shows about how many people match the edited eligibility rule (docs/domain.md, 5). */
export function FittingPeople({ filters }: { filters: readonly ParticipantFilter[] }) {
  const { t } = useTranslation('eligibility');
  const { user } = useUser();
  // Without conditions, the number counts all accounts.
  const isForAll = filters.length === 0;
  const isWhole = filters.every((one) => incompleteFilterReason(one) === null);
  const question = isWhole ? participantFiltersOf(filters) : null;
  const [asked] = useDebouncedValue(JSON.stringify(question), calmMs);
  const mayAsk = user?.researcher_privilege === true;
  const { data, error, isFetching } = useQuery({
    ...query(countParticipants, { query: (JSON.parse(asked) as ParticipantFilters | null) ?? {} }),
    enabled: mayAsk && asked !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isOld = isFetching || asked !== JSON.stringify(question);
  const said = !mayAsk
    ? t('count.approved_only')
    : question === null
      ? t(isWhole ? 'count.twice' : 'count.incomplete')
      : error instanceof ApiError
        ? error.description
        : !data
          ? t('count.asking')
          : data.count === null
            ? t(isForAll ? 'count.few_everybody' : 'count.few')
            : t(isForAll ? 'count.about_everybody' : 'count.about', {
                number: formatNumber(data.count),
              });
  return (
    <Alert role="note" icon={<IconUsersGroup aria-hidden />} color={error ? 'orange' : 'teal'}>
      <Text role="status" fw={600} c={isOld ? 'dimmed' : undefined} className="numbers">
        {said}
      </Text>
      {mayAsk && question !== null && !error && (
        <Text size="sm">
          {t('count.noise')} {filters.some(needsProfile) && t('count.answered')}
        </Text>
      )}
    </Alert>
  );
}
