import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import classes from './layout.module.css';

/** docs/specification.md, 2: on any page but the first, until accepted. */
export function CookieNotice() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const accepted = useUi((s) => s.cookieConsent);
  if (accepted || pathname === '/') return null;
  const { acceptCookies, set } = useUi.getState();
  return (
    <Paper
      component="section"
      aria-label={t('cookies.title')}
      className={classes.cookies}
      shadow="md"
      radius="lg"
      p="md"
    >
      <Group gap="md" justify="space-between">
        <Text size="sm" flex="1 1 20rem">
          {t('cookies.text')}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => set({ left: true })}>
            {t('cookies.leave')}
          </Button>
          <Button variant="light" onClick={acceptCookies}>
            {t('cookies.accept')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
