import { Alert, Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { readAudit } from '../../../../contracts/audit/audit';
import { findUsers, readUser } from '../../../../contracts/accounts/accounts';
import {
  changeUser,
  deleteUser,
  UserChange,
  UserDeletion,
} from '../../../../contracts/accounts/user-administration';
import { accountsLimits } from '../../../../contracts/accounts/limits';
import { call, isApiErrorOf } from '../../lib/http/api';
import { formatDate } from '../../lib/intl/format';
import { showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { type ListedUser, listedUserName, accountStatusOf } from './user-words';
import { serverNow } from '../../lib/http/server-clock';

const changes = {
  give_role: { role: 'ADMINISTRATOR' },
  take_role: { role: null },
  disable: { disabled: true },
  enable: { disabled: false },
} as const;
type Change = keyof typeof changes;
export type UserAction = Change | 'delete';
const dangerous: readonly UserAction[] = ['take_role', 'disable', 'delete'];

/** Lists the actions that apply to this account now. The server checks again. */
export function userActionsFor(
  user: Pick<ListedUser, 'role' | 'disabled_at' | 'deletion_at' | 'status'>,
): UserAction[] {
  const status = accountStatusOf(user);
  return [
    ...(user.role === 'ADMINISTRATOR'
      ? ['take_role' as const]
      : status === 'ACTIVE'
        ? ['give_role' as const]
        : []),
    status === 'DISABLED' ? 'enable' : 'disable',
    ...(user.deletion_at ? [] : ['delete' as const]),
  ];
}

const Reason = z.object({ reason: UserChange.shape.reason });

/**
 * The form of an action. It explains the effect of the action, and asks for the reason, which the
 * audit log records.
 */
function ActionForm({
  user,
  action,
  onClose,
}: {
  user: ListedUser;
  action: UserAction;
  onClose: () => void;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const client = useQueryClient();
  const name = listedUserName(user);
  const form = useContractForm(action === 'delete' ? UserDeletion : Reason, { reason: '' });
  const field = useFieldProps(form);
  const act = useMutation({
    mutationFn: async (reason: string): Promise<unknown> =>
      action === 'delete'
        ? call(deleteUser, { params: { id: user._id }, body: { reason } })
        : call(changeUser, { params: { id: user._id }, body: { ...changes[action], reason } }),
    onSuccess: () => {
      showMessage(t(`users.done.${action}`, { name }), { type: 'success', autoHideMs: 5000 });
      onClose();
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled: () =>
      Promise.all(
        [findUsers, readUser, readAudit].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const last = isApiErrorOf(changeUser, act.error) && act.error.code === 'last_administrator';
  return (
    <form
      onSubmit={(event) => void form.handleSubmit(({ reason }) => act.mutate(reason))(event)}
      noValidate
    >
      <Stack gap="md">
        <Text>
          {t(`users.what.${action}`, {
            name,
            date: formatDate(new Date(serverNow() + accountsLimits.deletionDays * 86_400_000)),
            days: accountsLimits.deletionDays,
          })}
        </Text>
        {(action === 'delete' || action === 'disable') && user.is_researcher && (
          <Text>{t(`users.studies_of.${action}`)}</Text>
        )}
        <Textarea
          label={t('users.reason')}
          description={t('users.reason_hint')}
          {...field('reason')}
        />
        {last ? (
          <Alert
            color="orange"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('users.last.title')}
          >
            {t('users.last.text')}
          </Alert>
        ) : (
          <ErrorNotice error={act.error} kept={t('common:error.kept')} />
        )}
        <Stack gap="xs">
          <Button
            type="submit"
            loading={act.isPending}
            color={dangerous.includes(action) ? 'red.9' : undefined}
          >
            {t(`users.do.${action}`)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

export function UserActions({ user }: { user: ListedUser }) {
  const { t } = useTranslation('administration');
  const [action, setAction] = useState<UserAction | null>(null);
  return (
    <Stack gap="sm" component="section" aria-labelledby="user-actions">
      <Title order={3} size="h4" id="user-actions">
        {action ? t(`users.do.${action}`) : t('users.actions')}
      </Title>
      {action ? (
        <ActionForm key={action} user={user} action={action} onClose={() => setAction(null)} />
      ) : (
        <Stack gap="xs">
          {userActionsFor(user).map((one) => (
            <Button
              key={one}
              variant="default"
              c={dangerous.includes(one) ? 'var(--mantine-color-error)' : undefined}
              onClick={() => setAction(one)}
            >
              {t(`users.do.${one}`)}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
