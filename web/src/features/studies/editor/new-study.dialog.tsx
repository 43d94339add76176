import { Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { limits } from '../../../../../contracts/base/limits';
import { createStudy, listStudies, NewStudy } from '../../../../../contracts/studies';
import { mutation } from '../../../lib/http/api';
import { fieldText, showFieldErrors, useContractForm, useFields } from '../../../lib/form';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { FormButtons } from '../../../ui/form-buttons';
import { MoneyInput } from './payment/money-input';
import { NumberField } from './number-field';
import { PrivacyField } from './privacy-field';

/** The five required fields of a study; the editor, which opens next, has the others. */
export function NewStudyDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['studies', 'study-editor', 'common']);
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useContractForm(NewStudy, {
    title: '',
    description: '',
    duration_minutes: 20,
    reward: null,
    privacy_level: 'anonymous',
  });
  const field = useFields(form);
  const create = useMutation({
    ...mutation(createStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  const submit = form.handleSubmit((body) =>
    create.mutateAsync({ body }).then(
      (study) => navigate(`/experiments/details/${study._id}?tab=consent`),
      (error: unknown) => {
        showFieldErrors(form, error);
      },
    ),
  );
  const minutes = form.watch('duration_minutes');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('studies:new.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('study-editor:form.title')}
            description={t('study-editor:form.title_hint')}
            maxLength={limits.title}
            data-autofocus
            {...field('title')}
          />
          <Textarea
            label={t('study-editor:form.description')}
            description={t('study-editor:form.description_hint')}
            minRows={4}
            {...field('description')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
            <NumberField
              control={form.control}
              name="duration_minutes"
              miw="12rem"
              label={t('study-editor:form.minutes')}
              description={t('study-editor:form.minutes_hint')}
              min={1}
              max={limits.durationMinutes}
            />
            <Controller
              control={form.control}
              name="reward"
              render={({ field: { value, onChange }, fieldState }) => (
                <MoneyInput
                  value={value ?? null}
                  onChange={onChange}
                  minutes={minutes}
                  error={fieldText(common, fieldState.error?.message)}
                />
              )}
            />
          </Group>
          <Controller
            control={form.control}
            name="privacy_level"
            render={({ field: { value, onChange } }) => (
              <PrivacyField value={value} onChange={onChange} />
            )}
          />
          <ErrorNotice error={create.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={create.isPending}
            submit={t('studies:new.create')}
          />
        </Stack>
      </form>
    </Modal>
  );
}
