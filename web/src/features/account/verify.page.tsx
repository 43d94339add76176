import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changeProfile } from '../../../../contracts/accounts';
import { call, failed } from '../../lib/api';
import { homeOf } from '../../lib/guard.rule';
import { queryClient } from '../../lib/query-client';
import { profileQuery, useUser } from '../../lib/user';
import { LinkButton } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/error-notice';
import { AccountFrame } from './account-frame';

/**
 * The link of the verification mail. Its key is used by a press of the button and not by the page alone: mail servers open links to look
 * what is behind them, and whoever did not register here must be able to look without confirming anything.
 */
export function VerifyPage() {
  const { t } = useTranslation(['account', 'common']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [key] = useState(() => params.get('key') ?? '');
  const { user } = useUser();
  const use = useMutation({
    mutationFn: () => call(changeProfile, { body: { action: 'activate', key } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
  });
  // The key is a credential: it does not stay in the address bar and the history.
  useEffect(() => { if (params.has('key')) void navigate('/verify', { replace: true }); }, [params, navigate]);

  if (use.isSuccess) {
    return (
      <AccountFrame title={t('verify.done')} lead={t('verify.done_text')} takesOver>
        {user
          ? <LinkButton to={homeOf(user)} fullWidth>{t(user.is_researcher ? 'verify.to_studies' : 'verify.to_home')}</LinkButton>
          : <Stack gap="md"><Text>{t('verify.sign_in')}</Text><LinkButton to="/signin" fullWidth>{t('common:action.sign_in')}</LinkButton></Stack>}
      </AccountFrame>
    );
  }
  if (use.error && !(failed(changeProfile, use.error) && use.error.status === 400)) {
    return <AccountFrame title={t('verify.failed')} takesOver><ErrorNotice error={use.error} onRetry={() => use.mutate()} /></AccountFrame>;
  }
  if (key !== '' && !use.isError) {
    return (
      <AccountFrame title={t('verify.title')} lead={t('verify.lead')}>
        <Button fullWidth loading={use.isPending} onClick={() => use.mutate()}>{t('verify.confirm')}</Button>
      </AccountFrame>
    );
  }
  const already = user?.status === 'ACTIVE';
  return (
    <AccountFrame title={t(already ? 'verify.already' : 'verify.invalid')} lead={t(already ? 'verify.already_text' : 'verify.invalid_text')} takesOver={use.isError}>
      <Group><LinkButton to={user ? homeOf(user) : '/signin'}>{user ? t('common:action.continue') : t('common:action.sign_in')}</LinkButton></Group>
    </AccountFrame>
  );
}
