import { Button, Container, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import { DockedPart } from '../../ui/room/docked';
import classes from './layout.module.css';

/**
 * The cookie notice (docs/specification.md, 2). Until the visitor accepts, it is shown on every
 * page except the landing page.
 */
export function CookieNotice() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const accepted = useUi((s) => s.cookieConsent);
  if (accepted || pathname === '/') return null;
  const { acceptCookies, set } = useUi.getState();
  return (
    <DockedPart to="foot">
      <section aria-label={t('cookies.title')} className={classes.cookies}>
        <Container size="xl">
          <Group gap="xs">
            {/* The details are folded, so that more of the page is visible (docs/decisions/web-app.md). */}
            <details className={classes.cookieText}>
              <summary>{t('cookies.text')}</summary>
              {t('cookies.more')}
            </details>
            <Group gap="xs" ml="auto">
              <Button size="sm" h={44} px="sm" variant="subtle" onClick={() => set({ left: true })}>
                {t('cookies.leave')}
              </Button>
              <Button size="sm" h={44} px="sm" variant="default" onClick={acceptCookies}>
                {t('cookies.accept')}
              </Button>
            </Group>
          </Group>
        </Container>
      </section>
    </DockedPart>
  );
}
