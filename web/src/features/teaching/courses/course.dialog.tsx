import { Group, Modal, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';
import {
  changeCourse,
  type Course,
  createCourse,
  NewCourse,
} from '../../../../../contracts/teaching/courses';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { fromLocalMoment, toLocalMoment } from '../../../ui/dates/local-moment';
import { LocalMoment, MomentField } from '../../../ui/dates/moment-field';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { ConsentTextField } from '../consent-text-field';
import { CreditsField } from './credits-field';
import { useRefreshCourses } from './refresh-courses';

/** A required deadline in local time, as the form field stores it. */
export const DeadlineSchema = LocalMoment.refine((typed) => typed.trim() !== '', 'required');
const { title, code, term, required_credits, credits_per_hour } = NewCourse.shape;
const Form = z.object({
  ...{ title, code, term, required_credits, credits_per_hour },
  organization: z.string().max(teachingLimits.organization),
  deadline: DeadlineSchema,
  consent_text: z.string().max(teachingLimits.consentText),
});

/** The dialog that creates or changes a course. */
export function CourseDialog({
  course,
  onClose,
  onSaved,
}: {
  course?: Course;
  onClose: () => void;
  onSaved?: (course: Course) => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['courses', 'common']);
  const refresh = useRefreshCourses();
  const form = useContractForm(Form, {
    title: course?.title ?? '',
    code: course?.code ?? '',
    term: course?.term ?? '',
    organization: course?.organization ?? '',
    required_credits: course?.required_credits,
    credits_per_hour: course?.credits_per_hour ?? 100,
    deadline: toLocalMoment(course?.deadline),
    consent_text: course?.consent_text ?? '',
  });
  const field = useFieldProps(form);
  // Once the course is no longer a draft, the amount of work for a credit cannot be changed. After
  // the course has ended, the required credits cannot be changed either.
  const isFixed = course !== undefined && course.state !== 'draft';
  const isOver = course?.state === 'closed';
  const save = useMutation({
    mutationFn: (body: z.output<typeof NewCourse>) =>
      course
        ? call(changeCourse, { params: { id: course._id }, body })
        : call(createCourse, { body }),
    onSuccess: async (saved) => {
      await refresh();
      showMessage(t(course ? 'common:saved' : 'new.done', { title: saved.title }), {
        type: 'success',
        autoHideMs: 5000,
      });
      onSaved?.(saved);
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ organization, deadline, consent_text, ...rest }) =>
    save.mutate({
      ...rest,
      organization: organization.trim() || null,
      consent_text: consent_text.trim() === '' ? null : consent_text,
      // An unchanged deadline is sent as it was stored: the field has no seconds and would change
      // it.
      deadline:
        course && deadline === toLocalMoment(course.deadline)
          ? course.deadline
          : (fromLocalMoment(deadline) ?? ''),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(course ? 'edit.title' : 'new.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('field.title')}
            maxLength={limits.title}
            {...field('title')}
            data-autofocus
          />
          <Group align="flex-start" gap="md">
            <TextInput
              flex="1 1 12rem"
              label={t('field.code')}
              description={t('field.code_hint')}
              maxLength={teachingLimits.code}
              {...field('code')}
            />
            <TextInput
              flex="1 1 12rem"
              label={t('field.term')}
              description={t('field.term_hint')}
              maxLength={teachingLimits.term}
              {...field('term')}
            />
          </Group>
          <TextInput
            label={t('field.organization')}
            description={t('field.organization_hint')}
            maxLength={teachingLimits.organization}
            {...field('organization')}
          />
          <Group align="flex-start" gap="md">
            <CreditsField
              control={form.control}
              name="required_credits"
              label={t('field.required')}
              description={t('field.required_hint')}
              disabled={isOver}
            />
            <CreditsField
              control={form.control}
              name="credits_per_hour"
              label={t('field.per_hour')}
              description={t(isFixed ? 'field.per_hour_fixed' : 'field.per_hour_hint')}
              disabled={isFixed}
            />
          </Group>
          {!isOver && (
            <MomentField
              control={form.control}
              name="deadline"
              label={t('field.deadline')}
              description={t('field.deadline_hint')}
              usualTime="23:59"
            />
          )}
          <ConsentTextField
            label={t('consent.title')}
            description={t('consent.hint')}
            text={form.watch('consent_text')}
            field={field('consent_text')}
          />
          <ErrorNotice error={save.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={save.isPending}
            {...(!course && { submit: t('new.submit') })}
          />
        </Stack>
      </form>
    </Modal>
  );
}
