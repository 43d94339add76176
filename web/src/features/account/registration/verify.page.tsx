import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { isApiErrorOf } from '../../../lib/http/api';
import { useAuth } from '../../../lib/auth/auth.store';
import { defaultRedirect, homePathOf } from '../../../lib/navigation/guard.rule';
import { queryClient } from '../../../lib/query-client';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { profileQuery, useUser } from '../../../lib/auth/user';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { BusyPage } from '../../../ui/loading/loading';
import { LegalDocumentLinks } from '../../../domain/operator/legal-line';
import { AccountPageLayout } from '../account-frame';
import { verifyEmailByKey } from '../sign-in/activate';
import {
  forgetVerificationKey,
  storeVerificationKey,
  readVerificationKey,
  wasVerifyButtonPressed,
} from '../sign-in/stored-key';
import { StepAfterVerification } from './after-verification';
import { VerifiedEmailNotice } from './verify-done';
import { SignInToVerify } from './verify-sign-in';
import { readableEmail } from '../../../lib/intl/shown-email';

const codeOf = (error: unknown) => (isApiErrorOf(changeProfile, error) ? error.code : null);
/** Whether the server refused the key because it is invalid or already used. */
const isSpent = (error: unknown) => isApiErrorOf(changeProfile, error) && error.status === 400;

/**
 * The page to which the verification mail links. It uses the key only when the visitor presses the
 * button: mail servers open links to scan them, and a recipient who did not register must be able
 * to look without confirming anything. After a reload, the visitor presses the button again. A
 * visitor who pressed it and then had to sign in need not press it again.
 */
export function VerifyPage() {
  const { t } = useTranslation(['account', 'common', 'verify']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [brought] = useState(() => params.get('key'));
  const [key] = useState(() => brought ?? readVerificationKey() ?? '');
  const [pressed] = useState(() => brought === null && key !== '' && wasVerifyButtonPressed());
  const { user, loading } = useUser();
  const use = useMutation({
    mutationFn: () => verifyEmailByKey(key),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
    onSettled: (_, error) => {
      if (!error || isSpent(error)) forgetVerificationKey();
    },
  });
  // The key is a credential: it is removed from the address bar and the history. This tab keeps it
  // until it is used.
  useEffect(() => {
    if (brought) storeVerificationKey(brought);
  }, [brought]);
  useEffect(() => {
    if (params.has('key')) void navigate('/verify', { replace: true });
  }, [params, navigate]);

  const { mutate } = use;
  const again = useRef(false);
  useEffect(() => {
    if (!pressed || !user || again.current) return;
    again.current = true;
    useAuth.getState().forgetRedirect();
    mutate();
  }, [pressed, user, mutate]);

  const done = use.data;
  const goesOn =
    done && user?._id === done.user._id && done.to !== defaultRedirect ? done.to : null;
  useEffect(() => {
    if (!goesOn) return;
    showMessage(t('verify:done'), { type: 'success', autoHideMs: 5000 });
    void navigate(goesOn, { replace: true });
  }, [goesOn, navigate, t]);

  if (goesOn) return <BusyPage />;
  if (done) return <VerifiedEmailNotice verified={done.user} user={user} />;
  if (isApiErrorOf(changeProfile, use.error) && use.error.code === 'sign_in_first')
    return (
      <SignInToVerify verificationKey={key} providers={use.error.providers} other={user !== null} />
    );
  if (use.error && !isSpent(use.error)) {
    return (
      <AccountPageLayout title={t('verify:failed')} takesOver>
        <ErrorNotice
          error={use.error}
          // After this error, the server would refuse the same key again.
          {...(!(
            isApiErrorOf(changeProfile, use.error) && use.error.code === 'other_registration'
          ) && {
            onRetry: () => use.mutate(),
          })}
        />
      </AccountPageLayout>
    );
  }
  if (pressed && !use.isError && (loading || user)) return <BusyPage label={t('verify:busy')} />;
  // A key belongs to an unverified address: if the signed-in account's address is verified, the key
  // belongs to a different account or was used already.
  const verified = user?.status === 'ACTIVE' ? user.email : null;
  if (key !== '' && !use.isError) {
    return (
      <AccountPageLayout title={t('verify:title')} lead={t('verify:lead')}>
        <Stack gap="md">
          {verified !== null && (
            <Alert
              color="gray"
              role="note"
              title={t('verify:signed_in', { email: readableEmail(verified) })}
            >
              {t('verify:signed_in_text', { email: readableEmail(verified) })}
            </Alert>
          )}
          <Button fullWidth loading={use.isPending} onClick={() => use.mutate()}>
            {t('verify:confirm')}
          </Button>
          <LegalDocumentLinks />
        </Stack>
      </AccountPageLayout>
    );
  }
  const wasUsed = codeOf(use.error) === 'already_confirmed';
  return (
    <AccountPageLayout
      title={t(verified === null && !wasUsed ? 'verify:invalid' : 'verify:already')}
      lead={
        verified === null
          ? t(wasUsed ? 'verify:already_used' : 'verify:invalid_text')
          : t('verify:already_text', { email: readableEmail(verified) })
      }
      takesOver={use.isError}
    >
      {user?.is_researcher && verified !== null ? (
        <StepAfterVerification user={user} />
      ) : (
        <Group>
          <LinkButton to={user ? homePathOf(user) : '/signin'}>
            {user ? t('common:action.continue') : t('common:action.sign_in')}
          </LinkButton>
        </Group>
      )}
    </AccountPageLayout>
  );
}
