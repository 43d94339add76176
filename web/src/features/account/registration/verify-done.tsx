import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import { useAuth } from '../../../lib/auth/auth.store';
import { defaultRedirect, homePathOf } from '../../../lib/navigation/guard.rule';
import { LinkButton } from '../../../ui/app-link';
import { AccountPageLayout } from '../account-frame';
import { StepAfterVerification, lacksAffiliation } from './after-verification';
import { readableEmail } from '../../../lib/intl/shown-email';

/**
 * Shows the next step for the account that was just confirmed. A different person may be signed in
 * in this browser, so nothing on the page refers to the signed-in account.
 */
export function VerifiedEmailNotice({ verified, user }: { verified: User; user: User | null }) {
  const { t } = useTranslation(['account', 'common', 'verify']);
  if (user && user._id !== verified._id) {
    return (
      <AccountPageLayout
        title={t('verify:done_other', { email: readableEmail(verified.email) })}
        lead={t('verify:done_other_text', { email: readableEmail(user.email) })}
        takesOver
      >
        <Stack gap="sm">
          <LinkButton to={`/logout?redirect=${encodeURIComponent('/signin')}`} fullWidth>
            {t('verify:switch')}
          </LinkButton>
          <LinkButton to={homePathOf(user)} variant="default" fullWidth>
            {t('verify:stay')}
          </LinkButton>
        </Stack>
      </AccountPageLayout>
    );
  }
  // After signing in, a researcher returns here to enter the affiliation, unless they signed in to
  // reach a different page.
  const comeBack = () => {
    const { redirectUrl, keepRedirect } = useAuth.getState();
    if (lacksAffiliation(verified) && redirectUrl === defaultRedirect) keepRedirect('/verify');
  };
  return (
    <AccountPageLayout
      title={t('verify:done')}
      lead={t(verified.is_researcher ? 'verify:done_researcher' : 'verify:done_text')}
      wide={verified.is_researcher}
      takesOver
    >
      {user ? (
        <StepAfterVerification user={user} />
      ) : (
        <Stack gap="md">
          <Text>{t('verify:sign_in')}</Text>
          <LinkButton to="/signin" fullWidth onClick={comeBack}>
            {t('common:action.sign_in')}
          </LinkButton>
        </Stack>
      )}
    </AccountPageLayout>
  );
}
