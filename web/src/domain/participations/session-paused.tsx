import { Alert } from '@mantine/core';
import { IconPlayerPause } from '../../ui/icons/player-pause';
import { useTranslation } from 'react-i18next';

/** Says that the researchers have paused the session; for a participant who has not started. */
export function SessionPausedNotice() {
  const { t } = useTranslation('participation');
  return (
    <Alert
      icon={<IconPlayerPause aria-hidden />}
      role="note"
      color="orange"
      title={t('paused.title')}
    >
      {t('paused.text')}
    </Alert>
  );
}
