import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from '../../lib/ui.store';
import {
  onDecisionSettled,
  sendPending,
  sendPendingOnPageClose,
  sendManyBeforeUnload,
} from './pending-decisions';

/** Sends pending decisions when the researcher leaves the page, and shows a message if one fails. */
export function useSendPendingDecisions(onChanged: () => void) {
  const { t } = useTranslation('session-page');
  useEffect(() => {
    const release = onDecisionSettled((one, error) => {
      onChanged();
      if (error !== undefined)
        showMessage(t('decide.failed', { count: one.decisions.length }), {
          type: 'error',
          autoHideMs: 10_000,
        });
    });
    window.addEventListener('pagehide', sendPendingOnPageClose);
    window.addEventListener('beforeunload', sendManyBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', sendManyBeforeUnload);
      window.removeEventListener('pagehide', sendPendingOnPageClose);
      sendPending();
      release();
    };
  }, [onChanged, t]);
}
