import { IconAccessPoint } from '../../ui/icons/access-point';
import { IconAccessPointOff } from '../../ui/icons/access-point-off';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/intl/format';
import {
  useLiveConnectionState,
  useServerHeartbeat,
  useLiveSessions,
} from '../../lib/live/live-context';
import classes from './connection-state.module.css';

/**
 * Shows whether the numbers on the page are being updated live, and when one of them last changed.
 */
export function ConnectionState({ readAt }: { readAt: number }) {
  const { t } = useTranslation('sessions');
  const connection = useLiveConnectionState();
  const { heard, changed } = useServerHeartbeat();
  useLiveSessions(); // re-renders when a number changes
  const Icon = connection === 'live' ? IconAccessPoint : IconAccessPointOff;
  const lost = connection === 'silent' || connection === 'reconnecting';
  // Without a live connection the page reads the numbers by HTTP, so the time of the last message
  // by the socket is outdated.
  const told = connection === 'by_http' ? null : changed;
  const moment = told ?? readAt;
  return (
    <span className={classes.state} data-connection={connection}>
      <Icon size={18} aria-hidden />
      <span role="status" title={t(`connection_text.${connection}`)}>
        {lost && heard !== null
          ? t('connection.lost', { time: formatTime(heard) })
          : t(`connection.${connection}`)}
      </span>
      {/* The element reserves its space before the first numbers arrive, so the page below does not move. */}
      <span className="numbers" style={moment > 0 ? undefined : { visibility: 'hidden' }}>
        {t(told === null ? 'connection.read' : 'connection.changed', {
          time: formatTime(moment > 0 ? moment : Date.now()),
        })}
      </span>
    </span>
  );
}
