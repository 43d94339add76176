import { Button, Checkbox, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import {
  changeStudy,
  listStudies,
  readStudy,
  Requirement,
  type Study,
  StudyChange,
} from '../../../../../contracts/studies';
import { mutation, query } from '../../../lib/http/api';
import { fieldText, showFieldErrors, useContractForm, useFields } from '../../../lib/form';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { MoneyInput } from './money-input';
import { NumberField } from './number-field';
import { PrivacyField } from './privacy-field';
import { RuntimeField } from './runtime-field';
import classes from './save-bar.module.css';

const valuesOf = (study: Study) => ({
  title: study.title,
  description: study.description ?? '',
  duration_minutes: study.duration_minutes,
  reward: study.reward,
  privacy_level: study.privacy_level,
  additional_notes: study.additional_notes ?? '',
  requirements: study.requirements,
  runtime: study.runtime,
  maximum_minutes: study.maximum_minutes,
  allow_repeats: study.allow_repeats,
});

/** An error of one of two kinds of runtime is shown at that kind's own field. */
interface RuntimeError {
  message?: string;
  url?: { message?: string };
  place?: { message?: string };
}

/** The study's description. Saved by a button, not while typing: participants read it meanwhile. */
export function DetailsForm({
  study,
  onDirty,
}: {
  study: Study;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['studies', 'study-editor', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(StudyChange, valuesOf(study));
  const field = useFields(form);
  const { isDirty, dirtyFields, errors } = form.formState;
  const { reset } = form;
  const save = useMutation({
    ...mutation(changeStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // The study was changed in another window and this form has no unsaved changes.
  useEffect(() => {
    if (!isDirty) reset(valuesOf(study));
  }, [study, isDirty, reset]);

  const submit = form.handleSubmit((values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name]) => name in dirtyFields),
    ) as typeof values;
    return save
      .mutateAsync({
        params: { id: study._id },
        body: {
          ...changed,
          ...('additional_notes' in changed && {
            additional_notes: changed.additional_notes || null,
          }),
        },
      })
      .then(
        (saved) => {
          client.setQueryData(query(readStudy, { params: { id: study._id } }).queryKey, saved);
          reset(valuesOf(saved));
          showMessage(t('common:saved'), { type: 'success' });
        },
        (error: unknown) => {
          showFieldErrors(form, error);
        },
      );
  });
  const minutes = form.watch('duration_minutes');
  const runtimeError: RuntimeError | undefined = errors.runtime;
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      onKeyDown={(event) => {
        if ((event.metaKey || event.ctrlKey) && event.key === 's') {
          event.preventDefault();
          void submit();
        }
      }}
    >
      <Fieldset variant="unstyled" disabled={study.state === 'archived'}>
        <Stack gap="lg" maw="44rem">
          <TextInput
            label={t('study-editor:form.title')}
            description={t('study-editor:form.title_hint')}
            maxLength={limits.title}
            {...field('title')}
          />
          <Textarea
            label={t('study-editor:form.description')}
            description={t('study-editor:form.description_hint')}
            minRows={5}
            maxRows={20}
            {...field('description')}
          />
          <Group align="flex-start" gap="md">
            <NumberField
              control={form.control}
              name="duration_minutes"
              flex="1 1 12rem"
              label={t('study-editor:form.minutes')}
              description={t('study-editor:form.minutes_hint')}
              min={1}
              max={limits.durationMinutes}
            />
            <NumberField
              control={form.control}
              name="maximum_minutes"
              flex="1 1 12rem"
              label={t('study-editor:form.maximum_minutes')}
              description={t('study-editor:form.maximum_minutes_hint')}
              min={1}
              max={limits.durationMinutes}
            />
          </Group>
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
          <Controller
            control={form.control}
            name="privacy_level"
            render={({ field: { value, onChange } }) => (
              <PrivacyField value={value ?? 'anonymous'} onChange={onChange} />
            )}
          />
          <Controller
            control={form.control}
            name="runtime"
            render={({ field: { value, onChange } }) => (
              <RuntimeField
                value={value ?? null}
                onChange={onChange}
                error={fieldText(
                  common,
                  runtimeError?.url?.message ??
                    runtimeError?.place?.message ??
                    runtimeError?.message,
                )}
              />
            )}
          />
          <Controller
            control={form.control}
            name="requirements"
            render={({ field: { value, onChange } }) => (
              <Checkbox.Group
                label={t('study-editor:form.requirements')}
                description={t('study-editor:form.requirements_hint')}
                value={value ?? []}
                onChange={onChange}
              >
                <Stack gap="sm" mt="xs">
                  {Requirement.options.map((one) => (
                    <Checkbox
                      key={one}
                      value={one}
                      size="md"
                      label={t(`studies:requirement.${one}`)}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          />
          <Textarea
            label={t('study-editor:form.notes')}
            description={t('study-editor:form.notes_hint')}
            maxLength={limits.notes}
            {...field('additional_notes')}
          />
          <Controller
            control={form.control}
            name="allow_repeats"
            render={({ field: { value, onChange } }) => (
              <Checkbox
                size="md"
                checked={value ?? false}
                onChange={({ currentTarget }) => onChange(currentTarget.checked)}
                label={t('study-editor:form.allow_repeats')}
                description={t('study-editor:form.allow_repeats_hint')}
              />
            )}
          />
          <ErrorNotice error={save.error} kept={t('common:error.kept')} />
        </Stack>
      </Fieldset>
      {isDirty && (
        <div className={classes.bar}>
          <Text size="sm" role="status">
            {t('studies:unsaved.here')}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => reset(valuesOf(study))}>
              {t('studies:unsaved.discard')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common:action.save')}
            </Button>
          </Group>
        </div>
      )}
    </form>
  );
}
