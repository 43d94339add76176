import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatRelative } from '../lib/intl/format';

/**
 * A relative time; the exact one on hover and for assistive technology's own rendering of `time`.
 */
export function When({ at, relative = false }: { at: string; relative?: boolean }) {
  useTranslation('common'); // re-renders when the language changes
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relative ? formatRelative(at) : formatDate(at)}
    </time>
  );
}
