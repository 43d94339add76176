import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Id } from '../../../../../contracts/base/fields';
import { readClassReview } from '../../../../../contracts/teaching/class-studies';
import { ReviewStateBadge } from '../../../domain/class-building/review-state';
import { ApiError, query } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconEyeOff } from '../../../ui/icons/eye-off';
import { LoadingForm } from '../../../ui/loading/loading';
import { emptyLeadPlaceholder, Page } from '../../../ui/page';
import { ReviewBody } from './review-body';

/**
 * /classrooms/{id}/studies/{study}: the review of a class's study, for the students who build it
 * and the staff of the classroom.
 */
export function ReviewPage() {
  const { t } = useTranslation('classroom-studies');
  const { study = '' } = useParams();
  const isId = Id.safeParse(study).success;
  const { data, error, refetch } = useQuery({
    ...query(readClassReview, { params: { id: study } }),
    enabled: isId,
  });
  const isAbsent =
    !isId || (error instanceof ApiError && (error.status === 404 || error.status === 403));
  if (isAbsent)
    return (
      <Page title={t('review.absent')}>
        <EmptyState
          icon={IconEyeOff}
          title={t('review.absent')}
          text={t('review.absent_text')}
          action={<LinkButton to="/home">{t('review.to_home')}</LinkButton>}
        />
      </Page>
    );
  return (
    <Page
      title={data?.study.title ?? emptyLeadPlaceholder}
      lead={data && <ReviewStateBadge state={data.state} label={t(`state.${data.state}`)} />}
    >
      {data ? (
        <ReviewBody key={data.study._id} review={data} />
      ) : error ? (
        <ErrorNotice error={error} title={t('review.failed')} onRetry={() => void refetch()} />
      ) : (
        <LoadingForm fields={[44, 120, 160]} />
      )}
    </Page>
  );
}
