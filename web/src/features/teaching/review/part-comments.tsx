import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  removeReviewComment,
  type ReviewComment,
  type ReviewCommentTarget,
} from '../../../../../contracts/teaching/class-studies';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import { CommentForm } from './comment-form';
import { useRefreshReview } from './refresh-review';
import classes from './review.module.css';

function Comment({ comment, onRemove }: { comment: ReviewComment; onRemove: () => void }) {
  const { t } = useTranslation('classroom-studies');
  const { author, by_staff, created_at, place, text, own } = comment;
  const name = author ?? t('review.comment.author_gone');
  return (
    <li className={classes.comment}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {by_staff && (
          <Badge size="sm" variant="light">
            {t('review.comment.staff')}
          </Badge>
        )}
        <Text size="sm" c="dimmed" component="div">
          <TimeText at={created_at} relative />
        </Text>
      </Group>
      {place !== null && <Code className={classes.words}>{place}</Code>}
      <Text size="sm" className={classes.words}>
        {text}
      </Text>
      {own && (
        <Button variant="subtle" color="gray" size="sm" mih={44} px={4} onClick={onRemove}>
          {t('review.comment.remove')}
        </Button>
      )}
    </li>
  );
}

interface Props {
  studyId: string;
  part: ReviewCommentTarget;
  /** The name of the part, as in its heading. */
  title: string;
  comments: readonly ReviewComment[];
  places: readonly string[];
}

/** The comments on one part of a study, and the form for a new one. */
export function PartComments({ studyId, part, title, comments, places }: Props) {
  const { t } = useTranslation('classroom-studies');
  const refresh = useRefreshReview();
  const [writing, setWriting] = useState(false);
  const [removing, setRemoving] = useState<ReviewComment | null>(null);
  const remove = useMutation({
    ...mutation(removeReviewComment),
    onSuccess: async () => {
      setRemoving(null);
      await refresh();
    },
  });
  return (
    <Stack gap="sm" role="group" aria-label={t('review.comment.of', { title })}>
      {comments.length > 0 && (
        <ul className={classes.comments}>
          {comments.map((one) => (
            <Comment
              key={one._id}
              comment={one}
              onRemove={() => {
                remove.reset();
                setRemoving(one);
              }}
            />
          ))}
        </ul>
      )}
      {writing ? (
        <CommentForm {...{ studyId, part, places }} onClose={() => setWriting(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            size="sm"
            mih={44}
            aria-label={t(
              comments.length > 0 ? 'review.comment.reply_of' : 'review.comment.add_of',
              { title },
            )}
            onClick={() => setWriting(true)}
          >
            {t(comments.length > 0 ? 'review.comment.reply' : 'review.comment.add')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() =>
          removing && remove.mutate({ params: { id: studyId, comment: removing._id } })
        }
        title={t('review.comment.remove_title')}
        confirm={t('review.comment.remove')}
        danger
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('review.comment.remove_text')}
      </ConfirmDialog>
    </Stack>
  );
}
