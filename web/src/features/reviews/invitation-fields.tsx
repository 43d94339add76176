import { Group, NumberInput, TextInput } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { NewInvitation } from '../../../../contracts/researchers/researchers';
import { fieldErrorText, useFieldProps } from '../../lib/form';
import { LocalMoment, MomentField } from '../../ui/dates/moment-field';

/**
 * The schema of the form. Its rules come from the contract, except for the end date: the form holds
 * the end date as the person typed it.
 */
export const InvitationFields = z.object({
  label: NewInvitation.shape.label.unwrap(),
  max_uses: NewInvitation.shape.max_uses,
  expires_at: LocalMoment,
});
type Form = UseFormReturn<
  z.input<typeof InvitationFields>,
  unknown,
  z.output<typeof InvitationFields>
>;

/**
 * The fields of an invitation code: its purpose, how often it can be used, and its end date. `uses`
 * is how often the code was used so far; the limit cannot be lower than that.
 */
export function InvitationInputs({ form, uses = 0 }: { form: Form; uses?: number }) {
  const { t } = useTranslation('reviews');
  const { t: common } = useTranslation('common');
  const field = useFieldProps(form);
  return (
    <>
      <TextInput
        label={t('invitation.label')}
        description={t('invitation.label_hint')}
        maxLength={100}
        {...field('label')}
      />
      <Group align="flex-end" gap="md">
        <Controller
          control={form.control}
          name="max_uses"
          render={({ field: { ref, ...number }, fieldState }) => (
            <NumberInput
              {...number}
              ref={ref}
              value={number.value ?? ''}
              onChange={(value) => number.onChange(value === '' ? undefined : value)}
              flex="1 1 12rem"
              label={t('invitation.limit')}
              description={
                uses ? t('invitation.limit_used', { count: uses }) : t('invitation.limit_hint')
              }
              min={Math.max(1, uses)}
              max={100_000}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              error={fieldErrorText(common, fieldState.error?.message)}
            />
          )}
        />
        <MomentField
          control={form.control}
          name="expires_at"
          label={t('invitation.end')}
          description={t('invitation.end_hint')}
          usualTime="23:59"
        />
      </Group>
    </>
  );
}
