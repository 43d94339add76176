import { Card, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/user';
import { AppLink } from '../../ui/app-link';
import { Page } from '../../ui/page';
import { Affiliation } from './affiliation';
import { DeleteAccount } from './delete-account';
import { Details } from './details';

export function ProfilePage() {
  const { t } = useTranslation('account');
  const { user } = useUser();
  if (!user) return null; // the guard shows this page to signed-in people only
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')} size="sm">
      <Card component="section" aria-labelledby="details-title"><Details key={user._id} user={user} /></Card>
      {user.is_researcher && <Card component="section" id="affiliation" aria-labelledby="affiliation-title"><Affiliation key={user._id} user={user} /></Card>}
      <Card component="section" aria-labelledby="password-title">
        <Stack gap="xs">
          <Title order={2} size="h3" id="password-title">{t('password')}</Title>
          <Text>{t('profile.password_text')}</Text>
          <div><AppLink to={`/logout?redirect=${encodeURIComponent('/reset-password')}`}>{t('profile.password_link')}</AppLink></div>
        </Stack>
      </Card>
      {!user.is_researcher && <DeleteAccount user={user} />}
    </Page>
  );
}
