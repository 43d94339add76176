import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countUnread } from '../../../../../contracts/messages/messages';
import { query } from '../../../lib/http/api';
import classes from './header.module.css';

/** Shows the number of conversations with unread messages for the person, updated live. */
export function UnreadMessages() {
  const { t } = useTranslation('layout');
  const { data } = useQuery({ ...query(countUnread), staleTime: 60_000 });
  const count = (data?.own ?? 0) + (data?.of_studies ?? 0);
  if (count === 0) return null;
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden>{t('menu.unread', { count })}</VisuallyHidden>
    </>
  );
}
