import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeProfile, type User } from '../../../../contracts/accounts/accounts';
import { readAccountSecurity } from '../../../../contracts/authentication/second-factor';
import { ApiError, mutation, query } from '../../lib/http/api';
import { formatDate } from '../../lib/intl/format';
import { showMessage, useUi } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { useUser } from '../../lib/auth/user';
import { AppLink } from '../../ui/app-link';
import { Banner, type BannerKind } from '../../ui/feedback/banner';
import { type BannerName, bannersFor } from './banners.rule';

const kinds: Record<BannerName, BannerKind> = {
  deletion: 'warning',
  second_factor: 'warning',
  affiliation: 'info',
  pending: 'waiting',
  failed: 'warning',
  verify_researcher: 'info',
  verify: 'warning',
};

function MailAgain({ email }: { email: string }) {
  const { t } = useTranslation(['layout', 'common']);
  const again = useMutation({
    ...mutation(changeProfile),
    onSuccess: async () => {
      const { readableEmail } = await import('../../lib/intl/shown-email');
      showMessage(t('banner.mailed', { email: readableEmail(email) }), {
        type: 'success',
        autoHideMs: 5000,
      });
    },
    onError: (error) =>
      showMessage(
        (error instanceof ApiError &&
          error.status >= 400 &&
          error.status < 500 &&
          error.description) ||
          t('common:error.unexpected'),
        { type: 'error', autoHideMs: 5000 },
      ),
  });
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      fw={600}
      disabled={again.isPending}
      onClick={() => again.mutate({ body: { action: 'email-verify' } })}
    >
      {t('banner.mail_again')}
    </Anchor>
  );
}

const Action = ({ name, user }: { name: BannerName; user: User }) => {
  const { t } = useTranslation('layout');
  if (name === 'affiliation' || name === 'failed')
    return (
      <AppLink to="/profile/#affiliation" size="sm" fw={600}>
        {t(`banner.action.${name}`)}
      </AppLink>
    );
  if (name === 'deletion')
    return (
      <AppLink to={`/logout?redirect=${encodeURIComponent('/signin')}`} size="sm" fw={600}>
        {t('banner.action.deletion')}
      </AppLink>
    );
  if (name === 'second_factor')
    return (
      <AppLink to="/profile/#second-factor" size="sm" fw={600}>
        {t('banner.action.second_factor')}
      </AppLink>
    );
  return name === 'pending' ? null : <MailAgain email={user.email} />;
};

/**
 * The banners of docs/specification.md, 8. They show the cached profile, which live messages
 * update.
 */
export function Banners() {
  const { t } = useTranslation('layout');
  const { user } = useUser();
  // Requested for administrators only: people in other roles may do without a second factor.
  const security = useQuery({
    ...query(readAccountSecurity),
    enabled: user?.role === 'ADMINISTRATOR',
  });
  const saysVerify = useUi((s) => s.saysVerify);
  const names = user
    ? bannersFor(user, security.data?.second_factor_missing).filter(
        (name) => !(saysVerify && name === 'verify'),
      )
    : [];
  return (
    <div
      role="region"
      aria-label={t('banner.region')}
      aria-live="polite"
      hidden={names.length === 0}
    >
      {user &&
        names.map((name) => (
          <Banner key={name} kind={kinds[name]} action={<Action name={name} user={user} />}>
            {t(`banner.${name}`, { date: user.deletion_at ? formatDate(user.deletion_at) : '' })}
          </Banner>
        ))}
    </div>
  );
}
