import { Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile } from '../../../../contracts/accounts/accounts';
import { call } from '../../lib/http/api';
import { useAuth } from '../../lib/auth/auth.store';
import { queryClient } from '../../lib/query-client';
import { readToken } from '../../lib/http/token';
import { usePageTitle } from '../../ui/page';
import { Logo } from '../../ui/logo';

const forgetEverything = (kept: () => Storage) => {
  try {
    kept().clear();
  } catch {
    /* if the browser blocks storage, there is nothing to remove */
  }
};

/**
 * Signs out on the server as well, and removes everything that this site stores in the browser. If
 * the server cannot be reached, the token expires by itself.
 */
function leave() {
  const token = readToken();
  if (token)
    void call(changeProfile, { body: { action: 'remove-token', token } }).catch(() => undefined);
  useAuth.getState().signedOut();
  useAuth.getState().forgetRedirect();
  queryClient.clear();
  forgetEverything(() => sessionStorage);
  forgetEverything(() => localStorage);
}

/**
 * The page that is shown after the visitor chose to leave the site; this browser keeps none of
 * their data.
 */
export function GoodbyePage() {
  const { t } = useTranslation('layout');
  usePageTitle(t('goodbye.title'));
  useEffect(leave, []);
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Stack align="center" ta="center" gap="sm" maw={480}>
        <Logo />
        <Title order={1} mt="md">
          {t('goodbye.title')}
        </Title>
        <Text c="dimmed">{t('goodbye.text')}</Text>
      </Stack>
    </Center>
  );
}
