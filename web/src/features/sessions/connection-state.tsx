import { IconAccessPoint, IconAccessPointOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/live/live-context';
import classes from './connection-state.module.css';

/** Whether the numbers are updated live at the moment. */
export function ConnectionState() {
  const { t } = useTranslation('sessions');
  const connection = useConnection();
  const Icon = connection === 'live' ? IconAccessPoint : IconAccessPointOff;
  return (
    <span
      className={classes.state}
      data-connection={connection}
      role="status"
      title={t(`connection_text.${connection}`)}
    >
      <Icon size={18} aria-hidden />
      {t(`connection.${connection}`)}
    </span>
  );
}
