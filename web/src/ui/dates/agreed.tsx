import { useTranslation } from 'react-i18next';
import { formatTimeWithZone, formatDateTime, formatRelative } from '../../lib/intl/format';

/**
 * Shows a time on which two people agree, with its time zone. With `distance`, it also shows how
 * far away the time is, for a person who must act before it.
 */
export function TimeWithZone({ at, distance = false }: { at: string; distance?: boolean }) {
  useTranslation('common'); // re-renders when the language changes
  return (
    <time dateTime={at} title={distance ? formatDateTime(at) : formatRelative(at)}>
      {distance ? `${formatRelative(at)} (${formatTimeWithZone(at)})` : formatTimeWithZone(at)}
    </time>
  );
}
