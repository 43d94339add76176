import { Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.store';
import { useTitle } from '../../ui/page';
import { Logo } from '../../ui/logo';

/** What is left of the page when somebody chose to leave; nothing of theirs stays in this browser. */
export function Goodbye() {
  const { t } = useTranslation('layout');
  useTitle(t('goodbye.title'));
  useEffect(() => { useAuth.getState().signedOut(); }, []);
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Stack align="center" ta="center" gap="sm" maw={480}><Logo /><Title order={1} mt="md">{t('goodbye.title')}</Title><Text c="dimmed">{t('goodbye.text')}</Text></Stack>
    </Center>
  );
}
