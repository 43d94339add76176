import { Card, Stack } from '@mantine/core';
import { IconKey } from '../../../ui/icons/key';
import { IconMail } from '../../../ui/icons/mail';
import { IconShieldLock } from '../../../ui/icons/shield-lock';
import { IconWebhook } from '../../../ui/icons/webhook';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../lib/auth/user';
import { LinkButton } from '../../../ui/app-link';
import { Page } from '../../../ui/page';
import { Affiliation } from './affiliation';
import { DeleteAccount } from './delete-account';
import { ProfileDetailsForm } from './details';
import { AccountDeletionRequest } from './account-deletion-request';
import { ProfileNav } from './profile-nav';
import { profileSectionsFor } from './profile-sections.rule';
import classes from './profile.module.css';
import { SignedInDevices } from '../security/devices';
import { SecondFactor } from '../security/second-factor';
import { ProfilePageSection } from '../security/section';
import { SignInMethods } from '../security/sign-in-methods';

export function ProfilePage() {
  const { t } = useTranslation('profile');
  const { user } = useUser();
  if (!user) return null; // the guard shows this page to signed-in people only
  const sections = profileSectionsFor(user);
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')} size="md">
      <div className={classes.layout}>
        <ProfileNav sections={sections} />
        <Stack gap="lg">
          <Card component="section" id="details" aria-labelledby="details-title">
            <ProfileDetailsForm key={user._id} user={user} />
          </Card>
          {sections.includes('affiliation') && (
            <Card component="section" id="affiliation" aria-labelledby="affiliation-title">
              <Affiliation key={user._id} user={user} />
            </Card>
          )}
          <SignInMethods user={user} />
          {sections.includes('second-factor') && <SecondFactor />}
          <SignedInDevices />
          {sections.includes('webhooks') && (
            <ProfilePageSection
              id="webhooks"
              title={t('profile.webhooks')}
              lead={t('profile.webhooks_text')}
            >
              <div>
                <LinkButton
                  to="/webhooks"
                  variant="default"
                  leftSection={<IconWebhook size={20} aria-hidden />}
                >
                  {t('profile.webhooks_open')}
                </LinkButton>
              </div>
            </ProfilePageSection>
          )}
          {sections.includes('api-tokens') && (
            <ProfilePageSection
              id="api-tokens"
              title={t('profile.api_tokens')}
              lead={t('profile.api_tokens_text')}
            >
              <div>
                <LinkButton
                  to="/api-tokens"
                  variant="default"
                  leftSection={<IconKey size={20} aria-hidden />}
                >
                  {t('profile.api_tokens_open')}
                </LinkButton>
              </div>
            </ProfilePageSection>
          )}
          <ProfilePageSection
            id="notices"
            title={t('profile.notices')}
            lead={t('profile.notices_text')}
          >
            <div>
              <LinkButton
                to="/profile/notices"
                variant="default"
                leftSection={<IconMail size={20} aria-hidden />}
              >
                {t('profile.notices_open')}
              </LinkButton>
            </div>
          </ProfilePageSection>
          <ProfilePageSection
            id="privacy"
            title={t('profile.privacy')}
            lead={t('profile.privacy_text')}
          >
            <div>
              <LinkButton
                to="/profile/privacy"
                variant="default"
                leftSection={<IconShieldLock size={20} aria-hidden />}
              >
                {t('profile.privacy_open')}
              </LinkButton>
            </div>
          </ProfilePageSection>
          {sections.includes('deletion') && <DeleteAccount user={user} />}
          {sections.includes('leaving') && <AccountDeletionRequest />}
        </Stack>
      </div>
    </Page>
  );
}
