import { useTranslation } from 'react-i18next';
import { formatAgreed, formatDateTime, formatRelative } from '../../lib/intl/format';

/**
 * A moment that two people agree upon, with its zone. `distance` says how far away it is, too, for who has to act
 * before it.
 */
export function Agreed({ at, distance = false }: { at: string; distance?: boolean }) {
  useTranslation('common'); // re-renders when the language changes
  return (
    <time dateTime={at} title={distance ? formatDateTime(at) : formatRelative(at)}>
      {distance ? `${formatRelative(at)} (${formatAgreed(at)})` : formatAgreed(at)}
    </time>
  );
}
