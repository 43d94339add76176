import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import { homePathOf } from '../../../lib/navigation/guard.rule';
import { LinkButton } from '../../../ui/app-link';
import { Affiliation } from '../profile/affiliation';

/**
 * Shows the form with which a new researcher requests the review, and a link to the studies for
 * researchers who prefer to request it later.
 */
export function AffiliationStep({ user }: { user: User }) {
  const { t } = useTranslation(['profile', 'verify']);
  return (
    <Stack gap="lg">
      <Affiliation user={user} />
      <LinkButton
        to={homePathOf(user)}
        fullWidth
        variant={user.organization ? 'filled' : 'default'}
      >
        {t(user.organization ? 'verify:to_studies' : 'profile:affiliation.later')}
      </LinkButton>
    </Stack>
  );
}
