import { Alert, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../../contracts/studies/studies';
import type {
  ReviewComment,
  ReviewCommentTarget,
} from '../../../../../../contracts/teaching/class-studies';
import { AppLink } from '../../../../ui/app-link';
import { IconMessage } from '../../../../ui/icons/message';
import { TimeText } from '../../../../ui/when';
import classes from './review.module.css';
import { useClassReview } from './use-class-review';

/** For each part of the editor: the parts of the study whose comments it shows. */
const partsOf = {
  details: ['title', 'description', 'minutes', 'additional_notes'],
  runs: ['requirements', 'timeline', 'files'],
  consent: ['consent'],
} as const satisfies Record<string, readonly ReviewCommentTarget[]>;

/**
 * Comments with their authors and the part that each is about. A comment on the timeline belongs
 * to the part of the editor about how the study runs.
 */
export function CommentList({ comments }: { comments: readonly ReviewComment[] }) {
  const { t } = useTranslation('class-building');
  return (
    <List listStyleType="none" spacing="sm" aria-label={t('comments.list')}>
      {comments.map((one) => (
        <List.Item key={one._id}>
          <Text size="sm" c="dimmed">
            {[t(`part.${one.part === 'timeline' ? 'runtime' : one.part}`), one.place]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text className={classes.words}>{one.text}</Text>
          <Text size="sm" c="dimmed">
            {one.own ? t('comments.you') : (one.author ?? t('comments.gone'))}
            {one.by_staff && ` (${t('comments.staff')})`} ·{' '}
            <TimeText at={one.created_at} relative />
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/** The review's comments on one part of the editor. Renders nothing if there are none. */
export function PartComments({ study, parts }: { study: Study; parts: keyof typeof partsOf }) {
  const { t } = useTranslation('class-building');
  const { data } = useClassReview(study);
  const about: readonly string[] = partsOf[parts];
  const comments = data?.comments.filter(({ part }) => about.includes(part)) ?? [];
  if (!data || comments.length === 0) return null;
  return (
    <Alert
      role="note"
      mb="lg"
      maw="44rem"
      icon={<IconMessage aria-hidden />}
      title={t('comments.title')}
    >
      <CommentList comments={comments} />
      <AppLink
        to={`/classrooms/${data.classroom._id}/studies/${study._id}`}
        size="sm"
        className={classes.way}
      >
        {t('comments.answer')}
      </AppLink>
    </Alert>
  );
}
