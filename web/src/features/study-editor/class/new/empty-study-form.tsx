import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { limits } from '../../../../../../contracts/base/limits';
import { createStudy, listStudies, NewStudy } from '../../../../../../contracts/studies/studies';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../../lib/form';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { NumberField } from '../../../../ui/fields/number-field';
import { FormButtons } from '../../../../ui/form-buttons';

/** The form for the first facts of a class's study, which is always unpaid and anonymous. */
export function EmptyStudyForm({ classroomId }: { classroomId: string }) {
  const { t } = useTranslation(['class-building', 'studies', 'study-editor', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useContractForm(NewStudy, {
    title: '',
    description: '',
    duration_minutes: 10,
    privacy_level: 'anonymous',
    classroom_id: classroomId,
  });
  const field = useFieldProps(form);
  const create = useMutation({
    ...mutation(createStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  const submit = form.handleSubmit((body) =>
    create.mutateAsync({ body }).then(
      // The editor replaces this form in the browser's history. Otherwise the back button would
      // lead here, where the study could be created a second time.
      (study) => navigate(`/experiments/details/${study._id}?tab=runs`, { replace: true }),
      (error: unknown) => {
        showFieldErrors(form, error);
      },
    ),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('study-editor:form.title')}
          description={t('study-editor:form.title_hint')}
          maxLength={limits.title}
          {...field('title')}
        />
        <Textarea
          label={t('study-editor:form.description')}
          description={t('study-editor:form.description_hint')}
          rows={3}
          {...field('description')}
        />
        <NumberField
          control={form.control}
          name="duration_minutes"
          w="12rem"
          label={t('study-editor:form.minutes')}
          description={t('study-editor:form.minutes_hint')}
          min={1}
          max={limits.durationMinutes}
        />
        <ErrorNotice error={create.error} kept={t('common:error.kept')} />
        <FormButtons
          onCancel={() => void navigate('/experiments')}
          isBusy={create.isPending}
          submit={t('studies:new.create')}
        />
      </Stack>
    </form>
  );
}
