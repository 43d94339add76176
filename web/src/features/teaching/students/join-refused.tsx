import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { previewJoin } from '../../../../../contracts/teaching/joining';
import type { User } from '../../../lib/auth/user';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { readableEmail } from '../../../lib/intl/shown-email';
import { storePageAfterVerification } from '../../../lib/pending-registration';
import { showMessage, useUi } from '../../../lib/ui.store';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconMail } from '../../../ui/icons/mail';
import { IconMailOff } from '../../../ui/icons/mail-off';
import { IconSearchOff } from '../../../ui/icons/search-off';
import { Page } from '../../../ui/page';

interface Props {
  error: Error;
  user: User;
  onRetry: () => void;
}

/**
 * Says that the email address must be verified first. The link in the mail leads back to this page.
 */
function Unverified({ user }: { user: User }) {
  const { t } = useTranslation('join');
  const { pathname, search } = useLocation();
  const again = useMutation({
    ...mutation(changeProfile),
    onSuccess: () => showMessage(t('unverified.sent'), { type: 'success' }),
  });
  useEffect(
    () => storePageAfterVerification(user._id, pathname + search),
    [user._id, pathname, search],
  );
  useEffect(() => {
    useUi.getState().set({ saysVerify: true });
    return () => useUi.getState().set({ saysVerify: false });
  }, []);
  return (
    <EmptyState
      icon={IconMail}
      title={t('unverified.title')}
      text={t('unverified.text')}
      action={
        <Stack gap="sm" align="center">
          <Button
            loading={again.isPending}
            onClick={() => again.mutate({ body: { action: 'email-verify' } })}
          >
            {t('unverified.send')}
          </Button>
          <ErrorNotice error={again.error} />
        </Stack>
      }
    />
  );
}

/** Says why a code leads to no class, and what the student can do. */
export function JoinRefusalNotice({ error, user, onRetry }: Props) {
  const { t } = useTranslation('join');
  const code = isApiErrorOf(previewJoin, error) ? error.code : null;
  const content =
    code === 'email_not_verified' ? (
      <Unverified user={user} />
    ) : code === 'mail_domain_required' ? (
      <EmptyState
        icon={IconMailOff}
        title={t('domain.title')}
        text={
          <>
            <Text inherit>{error.message}</Text>
            <Text inherit>{t('domain.text', { email: readableEmail(user.email) })}</Text>
          </>
        }
        action={<LinkButton to="/profile">{t('domain.to_profile')}</LinkButton>}
      />
    ) : code === 'invalid_join_code' || code === 'validation_failed' ? (
      <EmptyState
        icon={IconSearchOff}
        title={t('invalid.title')}
        text={t('invalid.text')}
        action={
          <Group gap="sm">
            <LinkButton to="/join">{t('invalid.again')}</LinkButton>
            <LinkButton to="/home" variant="default">
              {t('to_studies')}
            </LinkButton>
          </Group>
        }
      />
    ) : (
      <ErrorNotice error={error} title={t('failed')} onRetry={onRetry} />
    );
  return (
    <Page title={t('title')} size="sm">
      {content}
    </Page>
  );
}
