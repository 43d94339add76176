import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../../contracts/studies/studies';
import type { ClassReview } from '../../../../../../contracts/teaching/class-studies';
import { ReviewStateBadge } from '../../../../domain/class-building/review-state';
import { useClassroom } from '../../../../domain/class-building/use-classroom';
import { AppLink } from '../../../../ui/app-link';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import { TimeWithZone } from '../../../../ui/dates/agreed';
import { ChangesSinceApproval } from './changed-since';
import { CommentList } from './part-comments';
import classes from './review.module.css';
import { SubmitForm } from './submit-form';
import { useClassReview } from './use-class-review';

interface Props {
  study: Study;
  classroomId: string;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
}

/**
 * The review of a class's study: its state, the messages of the students and the instructor, what
 * has changed since the submission or approval, and the form that submits the study.
 */
export function ReviewPanel({ study, classroomId, save }: Props) {
  const { t } = useTranslation('class-building');
  const { data, error, refetch } = useClassReview(study);
  const classroom = useClassroom(classroomId).data;
  if (!data)
    return error ? (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingRows count={3} height={64} />
    );
  const { state, submitted, present } = data;
  const isOutdated = state === 'submitted' && submitted?.digest !== present.digest;
  const takes = state !== 'approved' && (state !== 'submitted' || isOutdated);
  return (
    <Stack gap="lg" maw="44rem">
      <Stack gap="xs" align="flex-start" component="section" aria-label={t('review.title')}>
        <Title order={2} size="h3">
          {t('review.title')}
        </Title>
        <ReviewStateBadge state={state} label={t(`step.review.${state}`)} />
        <Text className="measure">
          {t(`review.state.${state}`, { classroom: data.classroom.title })}
        </Text>
        {state === 'approved' && (
          <AppLink to={`/experiments/details/${study._id}?tab=sessions`} className={classes.way}>
            {t('review.to_launch')}
          </AppLink>
        )}
      </Stack>
      <Said review={data} />
      <ChangesSinceApproval review={data} />
      {isOutdated && <Text size="sm">{t('review.outdated')}</Text>}
      {takes &&
        study.state !== 'archived' &&
        (classroom && classroom.state !== 'open' ? (
          <Text size="sm">{t('review.class_closed')}</Text>
        ) : (
          <SubmitForm study={study} save={save} again={submitted !== null} />
        ))}
      <Stack gap="sm" component="section" aria-label={t('comments.title')}>
        <Title order={3} size="h4">
          {t('comments.title')}
        </Title>
        {data.comments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('comments.none')}
          </Text>
        ) : (
          <CommentList comments={data.comments} />
        )}
        <AppLink to={`/classrooms/${classroomId}/studies/${study._id}`} className={classes.way}>
          {t('review.to_page')}
        </AppLink>
      </Stack>
    </Stack>
  );
}

/** The message that was sent with the submission, and the instructor's answer. */
function Said({ review: { submitted } }: { review: ClassReview }) {
  const { t } = useTranslation('class-building');
  if (!submitted) return null;
  const said = [
    {
      key: 'submitted',
      who: submitted.by
        ? t('review.submitted_by', { name: submitted.by })
        : t('review.submitted_at'),
      at: submitted.at,
      words: submitted.words,
    },
    ...(submitted.decided_at
      ? [
          {
            key: 'decided',
            who: t('review.decided'),
            at: submitted.decided_at,
            words: submitted.decision_words,
          },
        ]
      : []),
  ];
  return (
    <Stack gap="sm">
      {said.map(({ key, who, at, words }) => (
        <div key={key}>
          <Text size="sm" c="dimmed">
            {who} · <TimeWithZone at={at} />
          </Text>
          {words && (
            <Text component="blockquote" className={`${classes.words} ${classes.quote}`}>
              {words}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
