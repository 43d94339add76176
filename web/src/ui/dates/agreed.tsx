import { useTranslation } from 'react-i18next';
import { formatAgreed, formatDateTime, formatRelative } from '../../lib/intl/format';

/**
 * A time on which two people agree, with its time zone. With `distance`, it also says how far away
 * the time is, for a person who must act before it.
 */
export function Agreed({ at, distance = false }: { at: string; distance?: boolean }) {
  useTranslation('common'); // re-renders when the language changes
  return (
    <time dateTime={at} title={distance ? formatDateTime(at) : formatRelative(at)}>
      {distance ? `${formatRelative(at)} (${formatAgreed(at)})` : formatAgreed(at)}
    </time>
  );
}
