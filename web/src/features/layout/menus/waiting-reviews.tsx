import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLiveTopics, usePendingReviews } from '../../../lib/live/live-context';
import classes from './header.module.css';

/** Shows administrators how many researchers wait for a review, updated live. */
export function PendingReviewCount() {
  const { t } = useTranslation('layout');
  useLiveTopics('reviews');
  const count = usePendingReviews() ?? 0;
  if (count === 0) return null;
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
      <VisuallyHidden>{t('menu.waiting', { count })}</VisuallyHidden>
    </>
  );
}
