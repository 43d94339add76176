import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../domain/credits/format-credits';
import { creditsForMinutes } from '../../../domain/credits/rate.rule';

/**
 * Returns a function that describes an alternative assignment by its duration and its credits, such
 * as "30 minutes: 0.50 credits".
 */
export function useCreditText(creditsPerHour: number | null) {
  const { t } = useTranslation('courses');
  return (minutes: number) =>
    creditsPerHour === null
      ? t('worth.minutes', { count: minutes })
      : t('worth.credits', {
          count: minutes,
          credits: formatCredits(creditsForMinutes(minutes, creditsPerHour)),
        });
}
