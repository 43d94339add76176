import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCertificate } from '../../ui/icons/certificate';
import { formatCredits } from './format-credits';
import { creditsForMinutes } from './rate.rule';

/**
 * Says that a study offers credit. It also says how much, if all courses of the reader give the
 * same credit for an hour.
 * @param rate hundredths of a credit for an hour
 */
export function CreditBadge({ minutes, rate }: { minutes: number; rate: number | null }) {
  const { t } = useTranslation('studies');
  return (
    <Badge
      variant="light"
      color="teal"
      tt="none"
      className="numbers"
      leftSection={<IconCertificate size={14} aria-hidden />}
    >
      {rate === null
        ? t('credit.offered')
        : t('credit.worth', { credits: formatCredits(creditsForMinutes(minutes, rate)) })}
    </Badge>
  );
}
