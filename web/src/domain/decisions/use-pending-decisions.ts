import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from '../../lib/ui.store';
import { onSettled, sendPending, sendPendingAtEnd, sendManyFirst } from './pending-decisions';

/** Sends pending decisions when the researcher leaves the page, and shows a message if one fails. */
export function usePendingDecisions(onChanged: () => void) {
  const { t } = useTranslation('session-page');
  useEffect(() => {
    const release = onSettled((one, error) => {
      onChanged();
      if (error !== undefined)
        showMessage(t('decide.failed', { count: one.decisions.length }), {
          type: 'error',
          autoHideMs: 10_000,
        });
    });
    window.addEventListener('pagehide', sendPendingAtEnd);
    window.addEventListener('beforeunload', sendManyFirst);
    return () => {
      window.removeEventListener('beforeunload', sendManyFirst);
      window.removeEventListener('pagehide', sendPendingAtEnd);
      sendPending();
      release();
    };
  }, [onChanged, t]);
}
