import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewPartTexts } from './part-texts.rule';

/** Returns functions that translate codes in a study's content into sentences. */
export function useReviewPartTexts(): ReviewPartTexts {
  const { t } = useTranslation(['classroom-studies', 'studies']);
  return useMemo(
    () => ({
      minutes: ({ duration_minutes, maximum_minutes }) => [
        t('classroom-studies:review.minutes', { count: duration_minutes }),
        t('classroom-studies:review.most_minutes', { count: maximum_minutes }),
      ],
      requirements: ({ requirements, allow_repeats, offers_credit }) => [
        ...requirements.map((one) => t(`studies:requirement.${one}`)),
        t(allow_repeats ? 'classroom-studies:review.repeats' : 'classroom-studies:review.once'),
        t(offers_credit ? 'classroom-studies:review.credit' : 'classroom-studies:review.no_credit'),
      ],
      settings: ({ runtime_kind, version, runtime_settings }) => [
        runtime_kind
          ? t(`studies:runtime.${runtime_kind}`)
          : t('classroom-studies:review.no_runtime'),
        ...(version ? [t('classroom-studies:review.version', { number: version.number })] : []),
        ...runtime_settings,
      ],
    }),
    [t],
  );
}
