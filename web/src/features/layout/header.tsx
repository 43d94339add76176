import { Burger, Container, Group, Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useUi } from '../../lib/ui.store';
import { useUser } from '../../lib/user';
import { LinkButton } from '../../ui/app-link';
import { Logo } from '../../ui/logo';
import classes from './header.module.css';
import { menusFor, visitorButtons } from './menus.rule';
import { MobileMenu } from './mobile-menu';
import { RegionSwitcher } from './region-switcher';
import { UserMenu } from './user-menu';

/** docs/specification.md, 2, header. At 834 px and below the menus move behind the toggle. */
export function Header() {
  const { t } = useTranslation(['layout', 'common']);
  const { user, loading } = useUser();
  const { pathname } = useLocation();
  const external = useUi((s) => s.externalParticipant);
  const sticky = useUi((s) => s.headerSticky);
  const contact = () => useUi.getState().set({ contactVisible: true });
  const [opened, { toggle, close }] = useDisclosure(false);
  const { menus, links } = menusFor(user, external);
  const buttons = visitorButtons(pathname, external);

  return (
    <header className={classes.header} data-sticky={sticky || undefined}>
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
          {links.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              className={classes.entry}
              aria-current={pathname === to ? 'page' : undefined}
            >
              {t(label)}
            </Link>
          ))}
          {menus.map(({ label, items }) => (
            <Menu key={label} position="bottom-start" width={220}>
              <Menu.Target>
                <UnstyledButton
                  className={classes.entry}
                  data-active={items.some(({ to }) => pathname.startsWith(to)) || undefined}
                >
                  {t(label)}
                  <IconChevronDown size={16} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                {items.map(({ label: item, to }) => (
                  <Menu.Item
                    key={to}
                    component={Link}
                    to={to}
                    aria-current={pathname === to ? 'page' : undefined}
                    className={classes.item}
                  >
                    {t(item)}
                  </Menu.Item>
                ))}
                {!user && <Menu.Item onClick={contact}>{t('menu.contact')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>
          ))}
          {user && (
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
          {!user && !loading && buttons.signIn && (
            <LinkButton to="/signin" size="sm" h={44} className={classes.visitor}>
              {t('common:action.sign_in')}
            </LinkButton>
          )}
          {!user && !loading && buttons.createAccount && (
            <LinkButton to="/signup" size="sm" h={44} variant="default" className={classes.visitor}>
              {t('common:action.create_account')}
            </LinkButton>
          )}
          <Burger
            className={classes.toggle}
            opened={opened}
            onClick={toggle}
            size="sm"
            w={44}
            h={44}
            aria-label={t('nav.toggle')}
            aria-expanded={opened}
          />
        </Group>
      </Container>
      <MobileMenu
        opened={opened}
        onClose={close}
        menus={menus}
        links={links}
        user={user}
        onContact={contact}
      />
    </header>
  );
}
