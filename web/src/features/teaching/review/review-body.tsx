import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClassReview } from '../../../../../contracts/teaching/class-studies';
import { readStudyFork } from '../../../../../contracts/teaching/templates';
import { query } from '../../../lib/http/api';
import { useLiveTopics } from '../../../lib/live/live-context';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { compareReviewContent } from './compared-content.rule';
import { ReviewDecisionForm } from './decision';
import { PartComments } from './part-comments';
import { reviewPartsInOrder } from './part-texts.rule';
import { ReviewHead } from './review-head';
import { ReviewPart } from './review-part';
import { useReviewBeingRead } from './use-read-review';
import classes from './review.module.css';

/** A review: the submission, part by part, with comments, and the decision of an instructor. */
export function ReviewBody({ review }: { review: ClassReview }) {
  const { t } = useTranslation('classroom-studies');
  const { read, isOvertaken, takeNewer } = useReviewBeingRead(review);
  const { study, classroom, comments, state, submitted, may_decide } = read;
  useLiveTopics(`classroom:${classroom._id}`);
  const fork = useQuery(query(readStudyFork, { params: { id: study._id } }));
  const compared = compareReviewContent(read);
  return (
    <Stack gap="xl">
      <ReviewHead review={read} fork={fork.data} />
      {isOvertaken ? (
        <Alert
          color="orange"
          role="status"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('review.overtaken.title')}
        >
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('review.overtaken.text')}</Text>
            <Button variant="default" onClick={takeNewer}>
              {t('review.overtaken.take')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        compared.isChangedSince && (
          <Alert
            color="orange"
            role="status"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('review.changed_since.title')}
          >
            {t(read.own ? 'review.changed_since.own' : 'review.changed_since.staff')}
          </Alert>
        )
      )}
      {fork.error && <ErrorNotice error={fork.error} onRetry={() => void fork.refetch()} />}
      <Text size="sm" c="dimmed" className="measure">
        {t('review.legend')}
      </Text>
      {reviewPartsInOrder.map((part) => (
        <ReviewPart
          key={part}
          studyId={study._id}
          {...{ part, compared, comments }}
          fork={fork.data}
        />
      ))}
      <section className={classes.part} aria-labelledby="part-study">
        <Stack gap="sm" className="measure">
          <Title order={2} size="h4" id="part-study">
            {t('review.part.study')}
          </Title>
          <Text c="dimmed">{t('review.study_hint')}</Text>
        </Stack>
        <PartComments
          studyId={study._id}
          part="study"
          title={t('review.part.study')}
          comments={comments.filter(({ part }) => part === 'study')}
          places={[]}
        />
      </section>
      {may_decide && submitted && (
        <ReviewDecisionForm
          studyId={study._id}
          title={study.title}
          digest={submitted.digest}
          isOpen={state === 'submitted'}
          onTakeNewer={takeNewer}
        />
      )}
    </Stack>
  );
}
