import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Invitation, InvitationChange } from '../../../../contracts/researchers/researchers';
import { showFieldErrors, useContractForm } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { fromLocalMoment, toLocalMoment } from '../../ui/dates/local-moment';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';
import { InvitationFields, InvitationInputs } from './invitation-fields';
import { useChangeInvitation } from './use-change-invitation';

export function InvitationChangeDialog({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['reviews', 'common']);
  const change = useChangeInvitation();
  const form = useContractForm(InvitationFields, {
    label: invitation.label ?? '',
    max_uses: invitation.max_uses ?? undefined,
    expires_at: toLocalMoment(invitation.expires_at),
  });
  // react-hook-form tracks dirtyFields only when it is read during render
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit(({ label, max_uses, expires_at }) => {
    const body = InvitationChange.safeParse({
      ...(dirtyFields.label && { label: label || null }),
      ...(dirtyFields.max_uses && { max_uses: max_uses ?? null }),
      ...(dirtyFields.expires_at && { expires_at: fromLocalMoment(expires_at) }),
    });
    if (!body.success) return onClose();
    return change.mutateAsync({ params: { id: invitation._id }, body: body.data }).then(
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
      size="lg"
      title={t('reviews:invitation.change_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <InvitationInputs form={form} uses={invitation.uses} />
          <ErrorNotice error={change.error} kept={t('common:error.kept')} />
          <FormButtons onCancel={onClose} isBusy={change.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
