import { Center, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '../../ui/app-link';
import { SeatsDrawing } from '../../ui/drawings/seats';
import { Logo } from '../../ui/logo';
import { useFocusAfterNavigation, usePageTitle } from '../../ui/page';

/**
 * The page for unknown addresses. A visitor without permission sees it, too, so that it does not
 * reveal whether a page exists.
 */
export function NotFoundPage() {
  const { t } = useTranslation(['layout', 'layout-later']);
  const heading = useFocusAfterNavigation();
  usePageTitle(t('layout-later:not_found.title'));
  return (
    <Center flex={1} p="lg" mih="100dvh">
      <Stack align="center" ta="center" gap="sm" maw={480}>
        <Link to="/" aria-label={t('home_link')} style={{ textDecoration: 'none' }}>
          <Logo />
        </Link>
        <SeatsDrawing scene="away" />
        <Title order={1} ref={heading} tabIndex={-1}>
          {t('layout-later:not_found.title')}
        </Title>
        <Text c="dimmed">{t('layout-later:not_found.text')}</Text>
        <Group mt="md">
          <LinkButton to="/">{t('not_found.action')}</LinkButton>
        </Group>
      </Stack>
    </Center>
  );
}
