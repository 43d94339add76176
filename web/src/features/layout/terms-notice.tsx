import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import { LinkButton } from '../../ui/app-link';
import classes from './layout.module.css';

/**
 * Shown to a person who has not accepted the present terms of use (default-layout.tsx). It covers
 * the page instead of moving it, since it appears only after the server has answered. It is absent
 * on the page of the terms, which has a button to accept them.
 */
export function TermsNotice() {
  const { t } = useTranslation(['layout', 'layout-later', 'common']);
  const { pathname } = useLocation();
  const cookiesAccepted = useUi((s) => s.cookieConsent);
  const [later, setLater] = useState(false);
  if (later || !cookiesAccepted || pathname === '/terms') return null;
  return (
    <Paper
      component="section"
      aria-label={t('footer.terms')}
      className={classes.cookies}
      shadow="md"
      radius="lg"
      p="md"
    >
      <Group gap="md" justify="space-between">
        <Text size="sm" flex="1 1 20rem">
          {t('layout-later:terms.text')}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => setLater(true)}>
            {t('layout-later:terms.later')}
          </Button>
          <LinkButton variant="light" to="/terms">
            {t('layout-later:terms.read')}
          </LinkButton>
        </Group>
      </Group>
    </Paper>
  );
}
