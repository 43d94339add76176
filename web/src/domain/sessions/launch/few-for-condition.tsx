import { Alert } from '@mantine/core';
import { IconUsersMinus } from '../../../ui/icons/users-minus';
import { useTranslation } from 'react-i18next';
import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import type { Conditions } from '../../../../../contracts/study-files/conditions';
import { countConditionsWithFewPeople } from './few-for-condition.rule';

/**
 * Warns before the launch of an anonymous session how many of its conditions will have few people.
 */
export function FewPeopleForCondition({
  conditions,
  seats,
}: {
  conditions: Conditions | null;
  seats: number;
}) {
  const { t } = useTranslation('conditions');
  const count = conditions ? countConditionsWithFewPeople(conditions.cells, seats) : 0;
  if (count === 0) return null;
  return (
    <Alert role="note" color="orange" icon={<IconUsersMinus aria-hidden />} title={t('few.title')}>
      {t('few.counted', { count, seats, least: enrolmentLimits.anonymousSeats })} {t('few.text')}
    </Alert>
  );
}
