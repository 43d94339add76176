import { Text } from '@mantine/core';
import { IconCloudOff } from '../../ui/icons/cloud-off';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DockedPart } from '../../ui/room/docked';
import classes from './layout.module.css';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that there is no connection, at the window's lower edge, so that nothing else moves. */
export function OfflineNotice() {
  const { t } = useTranslation('layout');
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <DockedPart to="foot">
      <div role="status" className={classes.offline} hidden={online}>
        {!online && (
          <>
            <IconCloudOff size={18} aria-hidden />
            <Text size="sm">{t('offline')}</Text>
          </>
        )}
      </div>
    </DockedPart>
  );
}
