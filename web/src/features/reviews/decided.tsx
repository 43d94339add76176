import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up';
import { IconCheck } from '../../ui/icons/check';
import { IconHistory } from '../../ui/icons/history';
import { IconX } from '../../ui/icons/x';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listReviews, type ResearcherReview } from '../../../../contracts/researchers/researchers';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { AppLink, LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { TimeText } from '../../ui/when';
import { ShowMore } from '../../ui/show-more';
import { fullName } from '../../../../contracts/base/full-name.rule';

const looks = {
  approved: { color: 'teal', Icon: IconCheck },
  rejected: { color: 'red', Icon: IconX },
  superseded: { color: 'gray', Icon: IconArrowBackUp },
  pending: { color: 'gray', Icon: IconHistory },
};

const nameOf = ({ researcher }: ResearcherReview) => fullName(researcher);

function Line({ review, linked }: { review: ResearcherReview; linked: boolean }) {
  const { t } = useTranslation('reviews');
  const { color, Icon } = looks[review.state];
  const { researcher, decided_by } = review;
  return (
    <Card component="li" padding="md">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Title order={2} size="h4">
            {linked ? (
              <AppLink to={`/reviews?tab=decided&researcher=${researcher._id}`} c="inherit" inherit>
                {nameOf(review)}
              </AppLink>
            ) : (
              nameOf(review)
            )}
          </Title>
          <Text size="sm" c="dimmed">
            {review.organization}
          </Text>
        </div>
        <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
          {t(`state.${review.state}`)}
        </Badge>
      </Group>
      {review.reason && (
        <Text size="sm" mt="xs" className="measure">
          {review.reason}
        </Text>
      )}
      {!review.decided_at && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('asked')} <TimeText at={review.requested_at} relative />
        </Text>
      )}
      {review.decided_at && (
        <Text size="xs" c="dimmed" mt="xs">
          {decided_by ? t('decided_by', { name: fullName(decided_by) }) : t('decided')}{' '}
          <TimeText at={review.decided_at} relative />
        </Text>
      )}
    </Card>
  );
}

/**
 * Lists past decisions on researchers, with result, reviewer, time and reason: all decisions, or
 * those on one researcher.
 */
export function DecidedReviews({ researcher }: { researcher: string | undefined }) {
  const { t } = useTranslation('reviews');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(
      pagedQuery<ResearcherReview>(listReviews, { query: researcher ? { researcher } : {} }),
    );
  const decided = itemsOfPages(data).filter(({ state }) => state !== 'pending');
  if (isPending) return <LoadingCards count={4} height={96} />;
  return (
    <Stack gap="md">
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {researcher && (
        <Group justify="space-between" gap="xs">
          <Text className="numbers">
            {decided[0] ? t('history_of', { name: nameOf(decided[0]) }) : ''}
          </Text>
          <LinkButton to="/reviews?tab=decided" variant="subtle" size="sm" h={44} px={0} replace>
            {t('history_all')}
          </LinkButton>
        </Group>
      )}
      {!error && decided.length === 0 && (
        <EmptyState icon={IconHistory} title={t('no_history')} text={t('no_history_text')} />
      )}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {decided.map((review) => (
          <Line key={review._id} review={review} linked={!researcher} />
        ))}
      </Stack>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('more')} />
    </Stack>
  );
}
