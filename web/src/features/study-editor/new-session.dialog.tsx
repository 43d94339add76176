import { Alert, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconUsersMinus } from '../../ui/icons/users-minus';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { limits } from '../../../../contracts/base/limits';
import { enrolmentLimits } from '../../../../contracts/enrolment/limits';
import { createSession, listSessions, NewSession } from '../../../../contracts/enrolment/sessions';
import { listStudies, privacyLevels, type Study } from '../../../../contracts/studies/studies';
import { ApiError, mutation } from '../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { fromLocalMoment } from '../../ui/dates/local-moment';
import { LocalMoment, MomentField } from '../../ui/dates/moment-field';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';
import { NumberField } from '../../ui/fields/number-field';

/**
 * The contract's rules for a new session. The form fields store times in the browser's time zone.
 * Sessions for panels are created on another page.
 */
const Form = z.object({
  name: z.string().max(limits.title),
  capacity: NewSession.shape.capacity,
  opens_at: LocalMoment,
  closes_at: LocalMoment,
  audience: z.enum(['catalogue', 'link', 'classroom']),
  privacy_level: z.enum(privacyLevels),
  additional_notes: z.string().max(limits.notes),
});

/**
 * The dialog that creates a session. If the study belongs to a class, only that class can take
 * part, anonymously, and the session has no notes. The dialog then hides these choices.
 */
export function NewSessionDialog({ study, onClose }: { study: Study; onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['sessions', 'studies', 'study-editor', 'common']);
  const client = useQueryClient();
  const isOfClass = study.classroom_id !== null;
  const form = useContractForm(Form, {
    name: '',
    capacity: 20,
    opens_at: '',
    closes_at: '',
    audience: isOfClass ? 'classroom' : 'catalogue',
    privacy_level: study.privacy_level,
    additional_notes: '',
  });
  const field = useFieldProps(form);
  const [level, capacity] = form.watch(['privacy_level', 'capacity']);
  const isTooSmall = level === 'anonymous' && capacity < enrolmentLimits.anonymousSeats;
  const create = useMutation({
    ...mutation(createSession),
    onSuccess: () =>
      Promise.all(
        [listSessions, listStudies].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      ),
  });
  /**
   * Whether the server refused the chosen privacy level. The form then shows a notice with the
   * reason.
   */
  const brokenPromise =
    create.error instanceof ApiError &&
    ['privacy_level_lowered', 'would_reveal'].includes(create.error.code as string);
  const submit = form.handleSubmit(({ name, opens_at, closes_at, additional_notes, ...rest }) =>
    create
      .mutateAsync({
        params: { id: study._id },
        body: {
          ...rest,
          name: name || null,
          opens_at: fromLocalMoment(opens_at),
          closes_at: fromLocalMoment(closes_at),
          additional_notes: additional_notes || null,
        },
      })
      .then(
        () => {
          showMessage(t('sessions:new.created'), { type: 'success', autoHideMs: 4000 });
          onClose();
        },
        (error: unknown) => {
          showFieldErrors(form, error);
        },
      ),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('sessions:new.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('sessions:form.name')}
            description={t('sessions:form.name_hint')}
            {...field('name')}
            data-autofocus
          />
          <NumberField
            control={form.control}
            name="capacity"
            label={t('sessions:form.capacity')}
            description={t('sessions:form.capacity_hint')}
            min={1}
            max={enrolmentLimits.capacity}
          />
          <Group align="flex-start" gap="md">
            <MomentField
              control={form.control}
              name="opens_at"
              label={t('sessions:form.opens_at')}
              description={t('sessions:form.opens_hint')}
              usualTime="09:00"
            />
            <MomentField
              control={form.control}
              name="closes_at"
              label={t('sessions:form.closes_at')}
              description={t('sessions:form.closes_hint')}
              usualTime="23:59"
            />
          </Group>
          {isOfClass ? (
            <Text size="sm">{t('sessions:class.new')}</Text>
          ) : (
            <ChosenAudience form={form} brokenPromise={brokenPromise} />
          )}
          {level === 'anonymous' && (isTooSmall || study.eligibility.length > 0) && (
            <Alert color={isTooSmall ? 'orange' : 'blue'} icon={<IconUsersMinus aria-hidden />}>
              {t(`sessions:too_few_people.${isTooSmall ? 'seats' : 'rule'}`, {
                seats: enrolmentLimits.anonymousSeats,
              })}
            </Alert>
          )}
          {!isOfClass && (
            <Textarea
              label={t('sessions:form.notes')}
              description={t('sessions:form.notes_hint')}
              minRows={2}
              {...field('additional_notes')}
            />
          )}
          <ErrorNotice error={create.error} kept={t('common:error.kept')} />
          <FormButtons
            onCancel={onClose}
            isBusy={create.isPending}
            submit={t('sessions:new.create')}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The fields for who finds the session, and for who learns which participants took part. */
function ChosenAudience({
  form,
  brokenPromise,
}: {
  form: UseFormReturn<z.input<typeof Form>>;
  brokenPromise: boolean;
}) {
  const { t } = useTranslation(['sessions', 'studies', 'study-editor']);
  return (
    <>
      <Controller
        control={form.control}
        name="audience"
        render={({ field: { value, onChange } }) => (
          <Select
            label={t('sessions:form.audience')}
            description={t(`sessions:audience_text.${value}`)}
            value={value}
            onChange={(next) => next && onChange(next)}
            data={(['catalogue', 'link'] as const).map((one) => ({
              value: one,
              label: t(`sessions:audience.${one}`),
            }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="privacy_level"
        render={({ field: { value, onChange } }) => (
          <Select
            label={t('study-editor:form.privacy')}
            error={brokenPromise}
            description={t(`studies:privacy_text.${value}`)}
            value={value}
            onChange={(next) => next && onChange(next)}
            data={privacyLevels.map((one) => ({
              value: one,
              label: t(`studies:privacy.${one}`),
            }))}
          />
        )}
      />
    </>
  );
}
