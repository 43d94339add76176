import { Stack } from '@mantine/core';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listReviews, type ResearcherReview } from '../../../../contracts/researchers/researchers';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { ReviewCard } from './review-card';
import { ShowMore } from '../../ui/show-more';

/**
 * Lists the pending reviews. The list updates live: the decision of a colleague removes the review
 * from it.
 */
export function PendingReviews() {
  const { t } = useTranslation('reviews');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pagedQuery<ResearcherReview>(listReviews, { query: { state: 'pending' } }));
  const reviews = itemsOfPages(data);
  if (isPending) return <LoadingCards count={2} height={220} />;
  return (
    <Stack gap="md">
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!error && reviews.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={t('empty')} text={t('empty_text')} />
      )}
      {reviews.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('more')} />
    </Stack>
  );
}
