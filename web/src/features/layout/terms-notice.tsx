import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import { LinkButton } from '../../ui/app-link';
import classes from './layout.module.css';

/**
 * For a person who has not accepted the terms of use of today (default-layout.tsx). Over the page, since the answer comes after
 * the page and would move it; on the page of the terms it would be said twice.
 */
export function TermsNotice() {
  const { t } = useTranslation(['layout', 'common']);
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
          {t('terms.text')}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => setLater(true)}>
            {t('terms.later')}
          </Button>
          <LinkButton variant="light" to="/terms">
            {t('terms.read')}
          </LinkButton>
        </Group>
      </Group>
    </Paper>
  );
}
