import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConversationParty } from '../../../../contracts/messages/messages';
import { formatDate } from '../../lib/intl/format';
import { AppLink } from '../../ui/app-link';
import classes from './messages.module.css';

export interface ConversationListItem {
  key: string;
  to: string;
  title: string;
  /** The tag by which researchers identify the participant. */
  tag?: string;
  unread: boolean;
  last_from: ConversationParty;
  last_day: string;
}

/** Returns noon (UTC) of a day, a moment with the same date in nearly all time zones. */
export const noonOfDay = (day: string): string => `${day}T12:00:00Z`;

/**
 * A list of conversations, one per line. An unread one has a dot, bold text and a word for screen
 * readers.
 */
export function ConversationList({
  label,
  lines,
  side,
}: {
  label: string;
  lines: readonly ConversationListItem[];
  side: ConversationParty;
}) {
  const { t } = useTranslation('messages');
  return (
    <ul className={classes.list} aria-label={label}>
      {lines.map(({ key, to, title, tag, unread, last_from, last_day }) => (
        <li key={key} className={classes.line}>
          <span className={classes.dot} data-unread={unread || undefined} aria-hidden />
          <AppLink to={to} inherit c="inherit" underline="hover" fw={unread ? 650 : 500}>
            {tag ? t('list.person', { tag: tag.slice(0, 6) }) : title}
            {unread && <VisuallyHidden> ({t('list.unread')})</VisuallyHidden>}
          </AppLink>
          <Text size="sm" c="dimmed" className={classes.day}>
            {formatDate(noonOfDay(last_day))}
          </Text>
          <Text size="sm" c="dimmed" className={classes.about}>
            {tag && title !== '' && `${title} · `}
            {last_from === side ? t('list.you_last') : t(`list.${last_from}_last`)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
