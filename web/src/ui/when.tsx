import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatRelative } from '../lib/intl/format';

/**
 * Shows a time, either relative to now or as the date. The exact time appears when the pointer is
 * over it; for assistive technology, it is in the `time` element.
 */
export function TimeText({ at, relative = false }: { at: string; relative?: boolean }) {
  useTranslation('common'); // re-renders when the language changes
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relative ? formatRelative(at) : formatDate(at)}
    </time>
  );
}
