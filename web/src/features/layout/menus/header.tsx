import { Burger, Container, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { hasOperatorContact, siteOperator } from '../../../lib/operator';
import { useUi } from '../../../lib/ui.store';
import { useHeaderUser } from '../../../lib/auth/user';
import { LinkButton } from '../../../ui/app-link';
import { Logo } from '../../../ui/logo';
import { MenuButton } from '../../../ui/menu-button';
import { onDemand } from '../../../ui/on-demand';
import { roomFor } from '../../../ui/room/room';
import classes from './header.module.css';
import { isExternalLink, headerMenusFor, visitorButtons } from './menus.rule';
import { RegionSwitcher } from './region-switcher';
import { UserMenu } from './user-menu';
import { PendingReviewCount } from './waiting-reviews';

const MobileMenu = onDemand(async () => (await import('./mobile-menu')).MobileMenu);

/**
 * The header (docs/specification.md, 2). At a width of 834 px and below, a button opens the menus.
 */
export function Header() {
  const { t } = useTranslation(['layout', 'common']);
  const who = useHeaderUser();
  const user = who ?? null;
  const { pathname } = useLocation();
  const external = useUi((s) => s.externalParticipant);
  const sticky = useUi((s) => s.headerSticky);
  const contact = () => useUi.getState().set({ contactVisible: true });
  const [opened, { toggle, close }] = useDisclosure(false);
  const [everOpened, setEverOpened] = useState(false);
  // No menus are shown until it is known who the user is: the menus of a visitor would look as if
  // the sign-in were lost.
  const { menus, links } =
    who === undefined ? { menus: [], links: [] } : headerMenusFor(who, external, siteOperator());
  const asks = hasOperatorContact();
  const buttons = visitorButtons(pathname, external);

  return (
    <header
      className={classes.header}
      data-sticky={sticky || undefined}
      ref={sticky ? roomFor.head : undefined}
    >
      <Container size="xl" className={classes.inner}>
        <Group gap="xs" wrap="nowrap">
          <Link to="/" className={classes.home} aria-label={t('home_link')}>
            <Logo />
          </Link>
          <div className={classes.region}>
            <RegionSwitcher />
          </div>
        </Group>
        <nav aria-label={t('nav.main')} className={classes.nav}>
          {links.map(({ label, to }) =>
            isExternalLink(to) ? (
              <a key={to} href={to} className={classes.entry}>
                {t(label)}
              </a>
            ) : (
              <Link
                key={to}
                to={to}
                className={classes.entry}
                aria-current={pathname === to ? 'page' : undefined}
              >
                {t(label)}
              </Link>
            ),
          )}
          {menus.map(({ label, items }) => (
            <MenuButton
              key={label}
              position="bottom-start"
              width={220}
              itemClass={classes.item}
              target={
                <UnstyledButton
                  className={classes.entry}
                  data-active={items.some(({ to }) => pathname.startsWith(to)) || undefined}
                >
                  {t(label)}
                  {label === 'menu.administer' && <PendingReviewCount />}
                  <IconChevronDown size={16} aria-hidden />
                </UnstyledButton>
              }
              entries={[
                ...items.map(({ label: item, to, isNew }) => ({
                  label: t(item),
                  mark: isNew && t('menu.new'),
                  ...(isExternalLink(to) ? { href: to } : { to }),
                  current: pathname === to && ('page' as const),
                })),
                ...(asks && label === 'menu.help'
                  ? [{ label: t('menu.contact'), onClick: contact }]
                  : []),
              ]}
            />
          ))}
          {user && asks && !menus.some(({ label }) => label === 'menu.help') && (
            <UnstyledButton className={classes.entry} onClick={contact}>
              {t('menu.contact')}
            </UnstyledButton>
          )}
        </nav>
        <Group gap={4} wrap="nowrap">
          {user && (
            <div className={classes.wide}>
              <UserMenu user={user} />
            </div>
          )}
          {who === null && buttons.signIn && (
            <LinkButton to="/signin" size="sm" h={44} className={classes.visitor}>
              {t('common:action.sign_in')}
            </LinkButton>
          )}
          {who === null && buttons.createAccount && (
            <LinkButton to="/signup" size="sm" h={44} variant="default" className={classes.visitor}>
              {t('common:action.create_account')}
            </LinkButton>
          )}
          <Burger
            className={classes.toggle}
            opened={opened}
            onClick={() => {
              setEverOpened(true);
              toggle();
            }}
            onPointerEnter={MobileMenu.fetch}
            onFocus={MobileMenu.fetch}
            size="sm"
            w={44}
            h={44}
            aria-label={t('nav.toggle')}
            aria-expanded={opened}
          />
        </Group>
      </Container>
      {everOpened && (
        <MobileMenu
          opened={opened}
          onClose={close}
          onMissing={close}
          menus={menus}
          links={links}
          user={user}
          onContact={asks ? contact : null}
        />
      )}
    </header>
  );
}
