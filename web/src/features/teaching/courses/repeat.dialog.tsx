import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Course, CourseRepeat, repeatCourse } from '../../../../../contracts/teaching/courses';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { fromLocalMoment } from '../../../ui/dates/local-moment';
import { MomentField } from '../../../ui/dates/moment-field';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { DeadlineSchema } from './course.dialog';
import { useRefreshCourses } from './refresh-courses';

const Form = z.object({ term: CourseRepeat.shape.term, deadline: DeadlineSchema });

/** The dialog that repeats a course for another term. */
export function RepeatDialog({
  course,
  onClose,
  onRepeated,
}: {
  course: Course;
  onClose: () => void;
  onRepeated: (course: Course) => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['courses', 'common']);
  const refresh = useRefreshCourses();
  const form = useContractForm(Form, { term: '', deadline: '' });
  const field = useFieldProps(form);
  const repeat = useMutation({
    ...mutation(repeatCourse),
    onSuccess: async (made) => {
      await refresh();
      showMessage(t('repeat.done', { title: made.title, term: made.term }), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
      onRepeated(made);
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ term, deadline }) =>
    repeat.mutate({
      params: { id: course._id },
      body: { term, deadline: fromLocalMoment(deadline) ?? '' },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('repeat.title', { title: course.title })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>{t('repeat.text')}</Text>
          <TextInput
            label={t('field.term')}
            description={t('field.term_hint')}
            maxLength={teachingLimits.term}
            {...field('term')}
            data-autofocus
          />
          <MomentField
            control={form.control}
            name="deadline"
            label={t('field.deadline')}
            description={t('field.deadline_hint')}
            usualTime="23:59"
          />
          <ErrorNotice error={repeat.error} kept={t('common:error.kept')} />
          <FormButtons onCancel={onClose} isBusy={repeat.isPending} submit={t('repeat.submit')} />
        </Stack>
      </form>
    </Modal>
  );
}
