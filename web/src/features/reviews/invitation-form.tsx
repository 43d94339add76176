import { Button, Card, Group, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createInvitation, listInvitations, NewInvitation } from '../../../../contracts/researchers';
import { mutation } from '../../lib/api';
import { fieldText, showFieldErrors, useContractForm, useFields } from '../../lib/form';
import { ErrorNotice } from '../../ui/error-notice';
import { fromLocalInput } from '../../ui/local-time';

/** The contract's rules, with the end as the browser's own date field gives it. */
const Form = z.object({ max_uses: NewInvitation.shape.max_uses, expires_at: z.string() });

export function InvitationForm({ onCreated }: { onCreated: (code: string | null) => void }) {
  const { t } = useTranslation(['reviews', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const form = useContractForm(Form, { max_uses: 1, expires_at: '' });
  const field = useFields(form);
  const create = useMutation({ ...mutation(createInvitation), onSuccess: () => client.invalidateQueries({ queryKey: [listInvitations.path] }) });
  const submit = form.handleSubmit(({ max_uses, expires_at }) =>
    create.mutateAsync({ body: { ...(max_uses !== undefined && { max_uses }), ...(expires_at && { expires_at: fromLocalInput(expires_at) ?? undefined }) } }).then(
      (made) => onCreated(made.code ?? null),
      (error: unknown) => { showFieldErrors(form, error); },
    ));
  return (
    <Card component="section" aria-labelledby="new-invitation">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <div><Title order={2} size="h3" id="new-invitation">{t('reviews:invitation.title')}</Title><Text size="sm" c="dimmed" className="measure">{t('reviews:invitation.text')}</Text></div>
          <Group align="flex-end" gap="md">
            <Controller control={form.control} name="max_uses" render={({ field: { ref, ...number }, fieldState }) => (
              <NumberInput {...number} ref={ref} value={number.value ?? ''} onChange={(value) => number.onChange(value === '' ? undefined : value)} flex="1 1 12rem" label={t('reviews:invitation.limit')} description={t('reviews:invitation.limit_hint')} min={1} max={100_000} clampBehavior="none" allowDecimal={false} allowNegative={false} error={fieldText(common, fieldState.error?.message)} />
            )} />
            <TextInput type="datetime-local" flex="1 1 14rem" label={t('reviews:invitation.end')} description={t('reviews:invitation.end_hint')} {...field('expires_at')} />
            <Button type="submit" loading={create.isPending}>{t('reviews:invitation.create')}</Button>
          </Group>
          <ErrorNotice error={create.error} kept={t('common:error.kept')} />
        </Stack>
      </form>
    </Card>
  );
}
