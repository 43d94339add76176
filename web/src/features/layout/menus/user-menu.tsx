import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '../../../ui/icons/chevron-down';
import { useTranslation } from 'react-i18next';
import type { HeaderUser } from '../../../lib/auth/last-header';
import { MenuButton } from '../../../ui/menu-button';
import classes from './header.module.css';
import type { MenuItem } from './menus.rule';
import { UnreadMessagesLater } from './unread-messages-later';

/**
 * Lists the items of the user menu. Administrators see Manage Courses; researchers do not see
 * Delete (docs/specification.md, 2).
 */
export const userMenuItems = (user: Pick<HeaderUser, 'is_researcher' | 'role'>): MenuItem[] => [
  { label: 'menu.messages', to: '/messages' },
  { label: 'menu.settings', to: '/profile/' },
  ...(user.role === 'ADMINISTRATOR' ? [{ label: 'menu.courses', to: '/courses' } as const] : []),
  ...(user.is_researcher ? [] : [{ label: 'menu.delete', to: '/profile/#delete' } as const]),
  { label: 'menu.sign_out', to: '/logout' },
];

export function UserMenu({ user }: { user: HeaderUser }) {
  const { t } = useTranslation('layout');
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      target={
        <UnstyledButton className={classes.entry}>
          <span className={classes.name}>{t('greeting', { name: user.first_name })}</span>
          <UnreadMessagesLater />
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      }
      entries={userMenuItems(user).map(({ label, to }) => ({ label: t(label), to }))}
    />
  );
}
