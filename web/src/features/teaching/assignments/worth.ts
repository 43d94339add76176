import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../domain/credits/format-credits';
import { worthOf } from '../../../domain/credits/rate.rule';

/** "30 minutes: 0.50 credits": what an alternative is worth, like a study of the same length. */
export function useWorth(creditsPerHour: number | null) {
  const { t } = useTranslation('courses');
  return (minutes: number) =>
    creditsPerHour === null
      ? t('worth.minutes', { count: minutes })
      : t('worth.credits', {
          count: minutes,
          credits: formatCredits(worthOf(minutes, creditsPerHour)),
        });
}
