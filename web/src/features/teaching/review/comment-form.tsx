import { NativeSelect, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { multilineText } from '../../../../../contracts/base/fields';
import {
  addReviewComment,
  type ReviewCommentTarget,
} from '../../../../../contracts/teaching/class-studies';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { useRefreshReview } from './refresh-review';

const Form = z.object({ text: multilineText(teachingLimits.commentText), place: z.string() });

interface Props {
  studyId: string;
  part: ReviewCommentTarget;
  /**
   * The items of the part to which a comment can refer: blocks of the timeline, or paths of files.
   */
  places: readonly string[];
  onClose: () => void;
}

/** The form for a comment on a part. If the server refuses it, the text stays. */
export function CommentForm({ studyId, part, places, onClose }: Props) {
  const { t } = useTranslation(['classroom-studies', 'common']);
  const refresh = useRefreshReview();
  const form = useContractForm(Form, { text: '', place: '' });
  const field = useFieldProps(form);
  const add = useMutation({
    ...mutation(addReviewComment),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ text: said, place }) =>
    add.mutate({ params: { id: studyId }, body: { part, place: place || null, text: said } }),
  );
  const nameable = places.filter(({ length }) => length <= teachingLimits.commentPlace);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {nameable.length > 0 && (
          <NativeSelect
            label={t('review.comment.place')}
            data={[
              { value: '', label: t('review.comment.whole') },
              ...nameable.map((value) => ({ value, label: value })),
            ]}
            {...field('place')}
          />
        )}
        <Textarea
          label={t('review.comment.text')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={teachingLimits.commentText}
          autoFocus
          {...field('text')}
        />
        <ErrorNotice error={add.error} kept={t('common:error.kept')} />
        <FormButtons onCancel={onClose} isBusy={add.isPending} submit={t('review.comment.send')} />
      </Stack>
    </form>
  );
}
