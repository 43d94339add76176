import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { Waiting } from '../../ui/loading';
import { AccountFrame } from './account-frame';

/** The link of the verification mail: uses its key once and leads on. */
export function VerifyPage() {
  const { t } = useTranslation(['account', 'common']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [key] = useState(() => params.get('key') ?? '');
  const { user } = useUser();
  // A query, not a mutation, so that a page drawn twice uses the single-use key once.
  const use = useQuery({
    queryKey: ['activate', key], enabled: key !== '', retry: false, staleTime: Infinity, gcTime: Infinity, refetchOnReconnect: false,
    queryFn: () => call(changeProfile, { body: { action: 'activate', key } }),
  });
  // The key is a credential: it does not stay in the address bar and the history.
  useEffect(() => { if (params.has('key')) void navigate('/verify', { replace: true }); }, [params, navigate]);
  useEffect(() => { if (use.isSuccess) void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }); }, [use.isSuccess]);

  if (use.isSuccess) {
    return (
      <AccountFrame title={t('verify.done')} lead={t('verify.done_text')}>
        {user
          ? <LinkButton to={homeOf(user)} fullWidth>{t(user.is_researcher ? 'verify.to_studies' : 'verify.to_home')}</LinkButton>
          : <Stack gap="md"><Text>{t('verify.sign_in')}</Text><LinkButton to="/signin" fullWidth>{t('common:action.sign_in')}</LinkButton></Stack>}
      </AccountFrame>
    );
  }
  if (key !== '' && use.isPending) return <Waiting label={t('verify.busy')} />;
  if (use.error && !(failed(changeProfile, use.error) && use.error.status === 400)) {
    return <AccountFrame title={t('verify.failed')}><ErrorNotice error={use.error} onRetry={() => void use.refetch()} /></AccountFrame>;
  }
  const already = user?.status === 'ACTIVE';
  return (
    <AccountFrame title={t(already ? 'verify.already' : 'verify.invalid')} lead={t(already ? 'verify.already_text' : 'verify.invalid_text')}>
      <Group><LinkButton to={user ? homeOf(user) : '/signin'}>{user ? t('common:action.continue') : t('common:action.sign_in')}</LinkButton></Group>
    </AccountFrame>
  );
}
