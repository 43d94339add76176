import { Badge, Divider, Drawer, NavLink as Line, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { HeaderUser } from '../../../lib/auth/last-header';
import { Logo } from '../../../ui/logo';
import { isExternalLink, type MenuItem, type HeaderMenu } from './menus.rule';
import { RegionSwitcher } from './region-switcher';
import classes from './header.module.css';
import { userMenuItems } from './user-menu';
import { UnreadMessagesLater } from './unread-messages-later';
import { PendingReviewCount } from './waiting-reviews';

interface Props {
  opened: boolean;
  onClose: () => void;
  menus: HeaderMenu[];
  links: MenuItem[];
  user: HeaderUser | null;
  /** Opens the dialog with the contacts; null if the site names no contact. */
  onContact: (() => void) | null;
}

/** All menus in one column, for narrow screens. */
export function MobileMenu({ opened, onClose, menus, links, user, onContact }: Props) {
  const { t } = useTranslation(['layout', 'common']);
  const { pathname } = useLocation();
  const line = ({ label, to, isNew }: MenuItem) =>
    isExternalLink(to) ? (
      <Line key={to + label} href={to} label={t(label)} onClick={onClose} mih={44} />
    ) : (
      <Line
        key={to + label}
        component={Link}
        to={to}
        active={pathname === to}
        aria-current={pathname === to ? 'page' : undefined}
        label={t(label)}
        rightSection={isNew && <Badge size="sm">{t('menu.new')}</Badge>}
        onClick={onClose}
        mih={44}
      />
    );
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(320px, 100%)"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <nav aria-label={t('nav.main')}>
        <Stack gap={2}>
          {user && (
            <Text fw={600} size="lg" mb="xs">
              {t('greeting', { name: user.first_name })} <UnreadMessagesLater />
            </Text>
          )}
          {links.map(line)}
          {menus.map(({ label, items }) => (
            <div key={label}>
              <Text size="sm" c="dimmed" mt="sm" mb={2} px="sm">
                {t(label)} {label === 'menu.administer' && <PendingReviewCount />}
              </Text>
              {items.map(line)}
            </div>
          ))}
          <Divider my="sm" />
          {user && userMenuItems(user).map(line)}
          {onContact && (
            <Line
              component="button"
              label={t('menu.contact')}
              mih={44}
              onClick={() => {
                onClose();
                onContact();
              }}
            />
          )}
          <div className={classes.inMenu}>
            <RegionSwitcher />
          </div>
        </Stack>
      </nav>
    </Drawer>
  );
}
