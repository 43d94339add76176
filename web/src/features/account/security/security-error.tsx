import { Alert, Stack, Text } from '@mantine/core';
import { IconLockSquareRounded } from '../../../ui/icons/lock-square-rounded';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import { ApiError } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';

/** Returns the address that signs out, asks for a new sign-in, and returns to a profile section. */
export const signInAgainPath = (anchor: string) =>
  `/logout?again=1&redirect=${encodeURIComponent(`/profile/#${anchor}`)}`;

/**
 * Shows the error of a change to the sign-in methods. If the sign-in is too old for the change, the
 * person made no mistake, so the text asks for a new sign-in instead.
 */
export function SecurityChangeError({ error, anchor }: { error: unknown; anchor: string }) {
  const { t } = useTranslation('security');
  if (!(error instanceof ApiError && error.code === 'recent_sign_in_required'))
    return <ErrorNotice error={error} />;
  return (
    <Alert color="yellow" icon={<IconLockSquareRounded aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t('again.title')}</Text>
        <Text size="sm">{t('again.text', { minutes: limits.recentSignInMinutes })}</Text>
        <LinkButton to={signInAgainPath(anchor)} size="sm" h={44}>
          {t('again.action')}
        </LinkButton>
      </Stack>
    </Alert>
  );
}
