import { Modal, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { limits } from '../../../../contracts/base/limits';
import { enrolmentLimits } from '../../../../contracts/enrolment/limits';
import { type Session, SessionChange } from '../../../../contracts/enrolment/sessions';
import { fieldErrorText, showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { fromLocalMoment, toLocalMoment } from '../../ui/dates/local-moment';
import { LocalMoment, MomentField } from '../../ui/dates/moment-field';
import { isInsufficientFunds, SessionCostLines } from '../payment/session-cost';
import { takenSeatsOf } from './seats-taken.rule';
import { useSessionChange } from './use-session-change';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';

const Form = z.object({
  name: z.string().max(limits.title),
  capacity: z.int().min(1).max(enrolmentLimits.capacity),
  closes_at: LocalMoment,
  additional_notes: z.string().max(limits.notes),
});

const isCapacity = (typed: unknown) => Form.shape.capacity.safeParse(typed).success;

/**
 * The dialog that changes a session. After the launch, the capacity cannot fall below the number of
 * taken seats, but the closing date may change (docs/domain.md, 2).
 */
export function SessionChangeDialog({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['sessions', 'common']);
  const { t: common } = useTranslation('common');
  const change = useSessionChange();
  const taken = takenSeatsOf(session) + session.counts.waitlisted;
  const isOfClass = session.audience === 'classroom';
  const isAnonymous = session.privacy_level === 'anonymous' && !session.too_few_people;
  const least = Math.max(1, taken, isAnonymous ? enrolmentLimits.anonymousSeats : 1);
  const form = useContractForm(Form, {
    name: session.name ?? '',
    capacity: session.capacity,
    closes_at: toLocalMoment(session.closes_at),
    additional_notes: session.additional_notes ?? '',
  });
  const field = useFieldProps(form);
  const capacity = useWatch({ control: form.control, name: 'capacity' });
  // `dirtyFields` must be read during render, since react-hook-form keeps it up to date only then.
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit(({ name, capacity, closes_at, additional_notes }) => {
    const body = SessionChange.safeParse({
      ...(dirtyFields.name && { name: name || null }),
      ...(dirtyFields.capacity && { capacity }),
      ...(dirtyFields.closes_at && { closes_at: fromLocalMoment(closes_at) }),
      ...(dirtyFields.additional_notes && { additional_notes: additional_notes || null }),
    });
    if (!body.success) return onClose();
    return change.mutateAsync({ params: { id: session._id }, body: body.data }).then(
      () => {
        showMessage(t('common:saved'), { type: 'success' });
        onClose();
      },
      (error: unknown) => {
        showFieldErrors(form, error);
      },
    );
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sessions:change.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('sessions:form.name')}
            description={t('sessions:form.name_hint')}
            {...field('name')}
          />
          <Controller
            control={form.control}
            name="capacity"
            render={({ field: { ref, ...number }, fieldState }) => (
              <NumberInput
                {...number}
                ref={ref}
                onChange={(value) => number.onChange(value === '' ? undefined : value)}
                label={t('sessions:form.capacity')}
                description={
                  session.launched_at
                    ? least > taken && isAnonymous
                      ? t('sessions:change.anonymous_hint', { count: least })
                      : t('sessions:change.capacity_hint', { count: taken })
                    : undefined
                }
                min={session.launched_at ? Math.min(session.capacity, least) : 1}
                max={enrolmentLimits.capacity}
                clampBehavior="none"
                allowDecimal={false}
                allowNegative={false}
                error={fieldErrorText(common, fieldState.error?.message)}
                data-autofocus
              />
            )}
          />
          {!isOfClass && (
            <SessionCostLines
              session={session}
              capacity={isCapacity(capacity) ? capacity : undefined}
              refused={change.error}
              onLeave={onClose}
            />
          )}
          <MomentField
            control={form.control}
            name="closes_at"
            label={t('sessions:form.closes_at')}
            description={t('sessions:form.closes_hint')}
            usualTime="23:59"
          />
          {!isOfClass && (
            <Textarea
              label={t('sessions:form.notes')}
              description={t('sessions:form.notes_hint')}
              maxLength={limits.notes}
              {...field('additional_notes')}
            />
          )}
          <ErrorNotice
            error={isInsufficientFunds(change.error) ? null : change.error}
            kept={t('common:error.kept')}
          />
          <FormButtons onCancel={onClose} isBusy={change.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
