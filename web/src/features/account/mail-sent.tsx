import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { keptRegistration } from '../../lib/kept-registration';
import { LinkButton } from '../../ui/app-link';
import { AccountFrame } from './account-frame';

export interface Sent {
  email: string;
  researcher: boolean;
}

/** After signing up: what to do next. */
export function MailSent({
  email,
  researcher,
  onWrongAddress,
}: Sent & { onWrongAddress: () => void }) {
  const { t } = useTranslation('account');
  const cameForStudy = keptRegistration()?.to.startsWith('/study/') === true;
  return (
    <AccountFrame wide takesOver title={t('sent.title')} lead={t('sent.lead', { email })}>
      <Stack gap="md">
        <Text>{t('sent.text', { hours: limits.verificationKeyHours })}</Text>
        <List type="ordered" spacing="xs">
          <List.Item>{t('sent.open')}</List.Item>
          <List.Item>{t('sent.sign_in')}</List.Item>
          <List.Item>
            {t(researcher ? 'sent.affiliation' : cameForStudy ? 'sent.study' : 'sent.choose')}
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('sent.nothing')}
        </Text>
        <Group gap="md">
          <LinkButton to="/signin">{t('sent.action')}</LinkButton>
          <Anchor component="button" type="button" size="sm" onClick={onWrongAddress}>
            {t('sent.wrong_address')}
          </Anchor>
        </Group>
      </Stack>
    </AccountFrame>
  );
}
