import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import { useAuth } from '../../../lib/auth/auth.store';
import { defaultRedirect, homeOf } from '../../../lib/navigation/guard.rule';
import { LinkButton } from '../../../ui/app-link';
import { AccountFrame } from '../account-frame';
import { AfterVerification, lacksAffiliation } from './after-verification';
import { shownEmail } from '../../../lib/intl/shown-email';

/**
 * The next step for the account that was just confirmed. A different person may be signed in in
 * this browser, so nothing on the page refers to the signed-in account.
 */
export function VerifyDone({ verified, user }: { verified: User; user: User | null }) {
  const { t } = useTranslation(['account', 'common', 'verify']);
  if (user && user._id !== verified._id) {
    return (
      <AccountFrame
        title={t('verify:done_other', { email: shownEmail(verified.email) })}
        lead={t('verify:done_other_text', { email: shownEmail(user.email) })}
        takesOver
      >
        <Stack gap="sm">
          <LinkButton to={`/logout?redirect=${encodeURIComponent('/signin')}`} fullWidth>
            {t('verify:switch')}
          </LinkButton>
          <LinkButton to={homeOf(user)} variant="default" fullWidth>
            {t('verify:stay')}
          </LinkButton>
        </Stack>
      </AccountFrame>
    );
  }
  // After signing in, a researcher returns here to enter the affiliation, unless they signed in to reach a different page.
  const comeBack = () => {
    const { redirectUrl, keepRedirect } = useAuth.getState();
    if (lacksAffiliation(verified) && redirectUrl === defaultRedirect) keepRedirect('/verify');
  };
  return (
    <AccountFrame
      title={t('verify:done')}
      lead={t(verified.is_researcher ? 'verify:done_researcher' : 'verify:done_text')}
      wide={verified.is_researcher}
      takesOver
    >
      {user ? (
        <AfterVerification user={user} />
      ) : (
        <Stack gap="md">
          <Text>{t('verify:sign_in')}</Text>
          <LinkButton to="/signin" fullWidth onClick={comeBack}>
            {t('common:action.sign_in')}
          </LinkButton>
        </Stack>
      )}
    </AccountFrame>
  );
}
