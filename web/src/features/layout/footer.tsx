import { Anchor, Container, Group, Text, useMantineColorScheme } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../contracts/base/languages';
import { translatedLanguages } from '../../i18n';
import { chooseLanguage } from '../../lib/account-language';
import { hasOperatorContact, siteOperator } from '../../lib/operator';
import { useUi } from '../../lib/ui.store';
import { AppLink } from '../../ui/app-link';
import { Logo } from '../../ui/logo';
import classes from './layout.module.css';
import { isExternalLink } from './menus/menus.rule';
import { PlainSelect } from './plain-select';
import { serverNow } from '../../lib/http/server-clock';

const nameOf = (code: string) =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

export function Footer() {
  const { t } = useTranslation('layout');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const external = useUi((s) => s.externalParticipant);
  const { name, url, links, pages, social } = siteOperator();
  const places = [
    ['mission', pages.mission],
    ['people', pages.people],
    ['privacy', pages.privacy],
    ['terms', pages.terms],
    ['donation', links.donation],
  ] as const;
  return (
    <footer className={classes.footer}>
      <Container size="xl" py="xl">
        <Group justify="space-between" align="flex-start" gap="xl">
          <div className={classes.about}>
            <Logo />
            <Text size="sm" c="dimmed" mt="xs">
              {t('footer.line')}
            </Text>
            {name !== null && (
              <Text size="sm" mt={4}>
                {t('footer.run_by')} {url === null ? name : <Anchor href={url}>{name}</Anchor>}
              </Text>
            )}
          </div>
          <nav aria-label={t('nav.footer')} className={classes.places}>
            <Group gap="0 var(--mantine-spacing-lg)">
              {!external && (
                <AppLink to="/pricing" className={classes.quiet}>
                  {t('menu.pricing')}
                </AppLink>
              )}
              {places.map(([label, to]) =>
                to === null ? null : isExternalLink(to) ? (
                  <Anchor key={label} href={to} className={classes.quiet}>
                    {t(`footer.${label}`)}
                  </Anchor>
                ) : (
                  <AppLink key={label} to={to} className={classes.quiet}>
                    {t(`footer.${label}`)}
                  </AppLink>
                ),
              )}
              {hasOperatorContact() && (
                <Anchor
                  component="button"
                  type="button"
                  className={classes.quiet}
                  onClick={() => useUi.getState().set({ contactVisible: true })}
                >
                  {t('menu.contact')}
                </Anchor>
              )}
              {social.map(({ label, url }) => (
                <Anchor key={url} href={url} rel="me noopener" className={classes.quiet}>
                  {label}
                </Anchor>
              ))}
            </Group>
          </nav>
          <Group gap="sm" align="flex-end">
            <PlainSelect
              label={t('footer.language')}
              value={i18next.resolvedLanguage ?? 'en'}
              onChange={(value) => void chooseLanguage(value as Language)}
              options={translatedLanguages().map((value) => ({ value, label: nameOf(value) }))}
            />
            <PlainSelect
              label={t('footer.theme')}
              value={colorScheme}
              onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
              options={(['auto', 'light', 'dark'] as const).map((value) => ({
                value,
                label: t(`footer.themes.${value}`),
              }))}
            />
          </Group>
        </Group>
        <Text size="sm" c="dimmed" mt="xl">
          {t('footer.copyright', { year: new Date(serverNow()).getFullYear() })}
        </Text>
      </Container>
    </footer>
  );
}
