import { Progress, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnStudy } from '../../../../contracts/studies/studies';
import { formatNumber } from '../../lib/intl/format';
import classes from './experiments.page.module.css';

/**
 * One bar for the seats of all running sessions of a study, with the numbers; a dash if no session
 * runs.
 */
export function StudySeatsBar({ running }: Pick<OwnStudy, 'running'>) {
  const { t } = useTranslation('own-studies');
  const { sessions, capacity, taken } = running;
  if (sessions === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.fill}>
        {t('fill.none')}
      </Text>
    );
  return (
    <div className={classes.fill}>
      <div className={classes.seats} aria-hidden>
        <span>
          <b>{formatNumber(taken)}</b> / {formatNumber(capacity)}
        </span>
        <Text span size="xs" c="dimmed">
          {t('fill.sessions', { count: sessions })}
        </Text>
      </div>
      <Progress
        value={Math.min(100, (taken / capacity) * 100)}
        color="teal.7"
        size={8}
        aria-hidden
      />
      <VisuallyHidden>{t('fill.spoken', { taken, capacity, count: sessions })}</VisuallyHidden>
    </div>
  );
}
