import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { durationLabel } from '../lib/intl/format';

/**
 * Formats a duration, such as "about 20 minutes". From two hours on, it also uses hours, such as
 * "about 2 hours 30 minutes".
 */
export function formatAboutMinutes(t: TFunction<['studies', 'common']>, minutes: number): string {
  if (minutes < 120) return t('common:duration.about', { count: minutes });
  const hours = t('studies:duration.about_hours', { count: Math.floor(minutes / 60) });
  return minutes % 60 === 0
    ? hours
    : `${hours} ${t('common:duration.minutes', { count: minutes % 60 })}`;
}

/** The label of a duration: very short, relatively short, somewhat long, extra long (docs/specification.md, 9). */
export function DurationBadge({ minutes }: { minutes: number }) {
  const { t } = useTranslation('common');
  return <Badge color="gray">{t(durationLabel(minutes))}</Badge>;
}
