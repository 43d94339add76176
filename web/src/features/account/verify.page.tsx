import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changeProfile } from '../../../../contracts/accounts';
import { call, failed } from '../../lib/api';
import { useAuth } from '../../lib/auth.store';
import { homeOf } from '../../lib/guard.rule';
import { queryClient } from '../../lib/query-client';
import { profileQuery, useUser } from '../../lib/user';
import { LinkButton } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/error-notice';
import { Waiting } from '../../ui/loading';
import { AccountFrame } from './account-frame';
import { forgetKey, keptKey } from './entering/kept-key';
import { VerifySignIn } from './verify-sign-in';

/**
 * The link of the verification mail. Its key is used by a press of the button and not by the page alone: mail servers open links to look
 * what is behind them, and whoever did not register here must be able to look without confirming anything. Whoever had to sign in first comes
 * back here, and has pressed it already.
 */
export function VerifyPage() {
  const { t } = useTranslation(['account', 'common']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [brought] = useState(() => params.get('key'));
  const [kept] = useState(() => (brought === null ? keptKey() : null));
  const key = brought ?? kept ?? '';
  const { user, loading } = useUser();
  const use = useMutation({
    mutationFn: () => call(changeProfile, { body: { action: 'activate', key } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
    onSettled: (_, error) => { if (!error || (failed(changeProfile, error) && error.status === 400)) forgetKey(); },
  });
  // The key is a credential: it does not stay in the address bar and the history.
  useEffect(() => { if (params.has('key')) void navigate('/verify', { replace: true }); }, [params, navigate]);

  const { mutate } = use;
  const again = useRef(false);
  useEffect(() => {
    if (kept === null || !user || again.current) return;
    again.current = true;
    useAuth.getState().forgetRedirect();
    mutate();
  }, [kept, user, mutate]);

  if (use.isSuccess) {
    return (
      <AccountFrame title={t('verify.done')} lead={t(use.data?.is_researcher ? 'verify.done_researcher' : 'verify.done_text')} takesOver>
        {user
          ? <LinkButton to={homeOf(user)} fullWidth>{t(user.is_researcher ? 'verify.to_studies' : 'verify.to_home')}</LinkButton>
          : <Stack gap="md"><Text>{t('verify.sign_in')}</Text><LinkButton to="/signin" fullWidth>{t('common:action.sign_in')}</LinkButton></Stack>}
      </AccountFrame>
    );
  }
  if (failed(changeProfile, use.error) && use.error.code === 'sign_in_first') return <VerifySignIn verificationKey={key} providers={use.error.providers} other={user !== null} />;
  if (use.error && !(failed(changeProfile, use.error) && use.error.status === 400)) {
    return <AccountFrame title={t('verify.failed')} takesOver><ErrorNotice error={use.error} onRetry={() => use.mutate()} /></AccountFrame>;
  }
  if (kept !== null && !use.isError && (loading || user)) return <Waiting label={t('verify.busy')} />;
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
