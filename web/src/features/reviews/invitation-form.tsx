import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createInvitation, listInvitations } from '../../../../contracts/researchers/researchers';
import { mutation } from '../../lib/http/api';
import { showFieldErrors, useContractForm } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { fromLocalMoment } from '../../ui/dates/local-moment';
import { InvitationFields, InvitationInputs } from './invitation-fields';

export function InvitationForm({ onCreated }: { onCreated: (code: string | null) => void }) {
  const { t } = useTranslation(['reviews', 'common']);
  const client = useQueryClient();
  const empty = { label: '', max_uses: 1, expires_at: '' };
  const form = useContractForm(InvitationFields, empty);
  const create = useMutation({
    ...mutation(createInvitation),
    onSuccess: () => client.invalidateQueries({ queryKey: [listInvitations.path] }),
  });
  const submit = form.handleSubmit(({ label, max_uses, expires_at }) =>
    create
      .mutateAsync({
        body: {
          ...(label && { label }),
          ...(max_uses !== undefined && { max_uses }),
          ...(expires_at && { expires_at: fromLocalMoment(expires_at) ?? undefined }),
        },
      })
      .then(
        (made) => {
          form.reset(empty);
          onCreated(made.code ?? null);
        },
        (error: unknown) => {
          showFieldErrors(form, error);
        },
      ),
  );
  return (
    <Card component="section" aria-labelledby="new-invitation">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} size="h3" id="new-invitation">
              {t('reviews:invitation.title')}
            </Title>
            <Text size="sm" c="dimmed" className="measure">
              {t('reviews:invitation.text')}
            </Text>
          </div>
          <InvitationInputs form={form} />
          <ErrorNotice error={create.error} kept={t('common:error.kept')} />
          <div>
            <Button type="submit" loading={create.isPending}>
              {t('reviews:invitation.create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
