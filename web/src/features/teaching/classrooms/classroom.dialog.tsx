import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';
import {
  changeClassroom,
  type Classroom,
  createClassroom,
  NewClassroom,
} from '../../../../../contracts/teaching/classrooms';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormButtons } from '../../../ui/form-buttons';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { type SearchedChoice, SearchedSelect } from '../searched-select';
import { findCourses } from './find-courses';
import { useRefreshClassroom } from './refresh-classroom';

const Form = z.object({ title: NewClassroom.shape.title });

interface Props {
  classroom?: Classroom;
  onClose: () => void;
  onSaved?: (classroom: Classroom) => void;
}

/**
 * The dialog that creates a classroom or changes its title. The course can be changed only while
 * the classroom is a draft.
 */
export function ClassroomDialog({ classroom, onClose, onSaved }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['classrooms', 'common']);
  const refresh = useRefreshClassroom();
  const [course, setCourse] = useState<SearchedChoice | null>(
    classroom?.course
      ? {
          value: classroom.course._id,
          label: [classroom.course.title, classroom.course.code, classroom.course.term].join(' · '),
        }
      : null,
  );
  const form = useContractForm(Form, { title: classroom?.title ?? '' });
  const field = useFieldProps(form);
  const isDraft = !classroom || classroom.state === 'draft';
  const save = useMutation({
    mutationFn: (title: string) => {
      const body = { title, ...(isDraft && { course_id: course?.value ?? null }) };
      return classroom
        ? call(changeClassroom, { params: { id: classroom._id }, body })
        : call(createClassroom, { body });
    },
    onSuccess: async (saved) => {
      await refresh();
      showMessage(classroom ? t('common:saved') : t('new.done', { title: saved.title }), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
      onSaved?.(saved);
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const submit = form.handleSubmit(({ title }) => save.mutate(title));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(classroom ? 'edit.title' : 'new.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('field.title')}
            description={t('field.title_hint')}
            maxLength={limits.title}
            {...field('title')}
            data-autofocus
          />
          {isDraft && (
            <SearchedSelect
              label={t('field.course')}
              description={t('field.course_hint')}
              placeholder={t('no_course')}
              nothing={t('field.no_course_found')}
              failed={t('field.courses_failed')}
              value={course}
              onChange={setCourse}
              find={findCourses}
            />
          )}
          <ErrorNotice error={save.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={save.isPending}
            {...(!classroom && { submit: t('new.submit') })}
          />
        </Stack>
      </form>
    </Modal>
  );
}
