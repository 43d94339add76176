import { Card, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { deleteAccount, type User } from '../../../../../contracts/accounts/accounts';
import { limits } from '../../../../../contracts/base/limits';
import { accountsLimits } from '../../../../../contracts/accounts/limits';
import { ApiError, mutation } from '../../../lib/http/api';
import { formatDate } from '../../../lib/intl/format';
import { useUi } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { LinkButton } from '../../../ui/app-link';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { readableEmail } from '../../../lib/intl/shown-email';
import { serverNow } from '../../../lib/http/server-clock';

/**
 * Whether the server refuses the deletion with a reason, for example to the last administrator. The
 * page then shows that reason. For other errors the page has its own text (docs/specification.md,
 * 8).
 */
const isRefusal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.description !== '';
const inDays = (days: number) => new Date(serverNow() + days * 86_400_000);

/**
 * Marks the account for deletion in 30 days (docs/specification.md, 4 and 8). The dialog opens at
 * `#delete`, to which the user menu links.
 */
export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { showMessage, hideMessage, set } = useUi.getState();
  const remove = useMutation({
    ...mutation(deleteAccount),
    onMutate: () => {
      showMessage(t('delete.progress'), { autoHideMs: null });
    },
    onSuccess: () => {
      showMessage(t('delete.success'), { type: 'success' });
      set({ overlayVisible: true });
      setTimeout(() => {
        set({ overlayVisible: false });
        void navigate('/logout');
      }, limits.notificationMs);
    },
    onError: (error) => {
      if (isRefusal(error)) hideMessage();
      else showMessage(t('delete.failure'), { type: 'error' });
    },
  });

  const close = () => {
    remove.reset();
    void navigate('/profile/', { replace: true, state: { keepScroll: true } });
  };

  return (
    <Card component="section" id="deletion" aria-labelledby="delete-title">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h3" id="delete-title">
          {t('delete.title')}
        </Title>
        <Text c="dimmed">{t('delete.lead', { days: accountsLimits.deletionDays })}</Text>
        <LinkButton to="/profile/#delete" variant="default" c="var(--mantine-color-error)" mt="xs">
          {t('delete.open')}
        </LinkButton>
      </Stack>
      <ConfirmDialog
        danger
        opened={hash === '#delete' && !remove.isSuccess}
        onClose={close}
        onConfirm={() => remove.mutate({})}
        busy={remove.isPending}
        notice={isRefusal(remove.error) && <ErrorNotice error={remove.error} />}
        title={t('delete.ask')}
        confirm={t('delete.confirm')}
      >
        <Text mb="sm">
          {t('delete.what', { date: formatDate(inDays(accountsLimits.deletionDays)) })}
        </Text>
        <List spacing={4} size="sm">
          <List.Item>{t('delete.lost', { email: readableEmail(user.email) })}</List.Item>
          <List.Item>{t('delete.stays')}</List.Item>
          <List.Item>{t('delete.back', { days: accountsLimits.deletionDays })}</List.Item>
        </List>
      </ConfirmDialog>
    </Card>
  );
}
