import { Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './layout.module.css';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that there is no connection; over the page, so that nothing on it moves. */
export function Offline() {
  const { t } = useTranslation('layout');
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <div role="status" className={classes.offline} hidden={online}>
      {!online && (
        <>
          <IconCloudOff size={18} aria-hidden />
          <Text size="sm">{t('offline')}</Text>
        </>
      )}
    </div>
  );
}
