import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from '../../lib/ui.store';
import {
  onDecisionResponse,
  sendPendingDecisions,
  sendDecisionsOnPageClose,
  sendDecisionsBeforeUnload,
} from './pending-decisions';

/**
 * Sends the pending decisions when the researcher leaves the page, and shows a message if the
 * server refuses a decision.
 */
export function useSendPendingDecisions(onChanged: () => void) {
  const { t } = useTranslation('session-page');
  useEffect(() => {
    const release = onDecisionResponse((one, error) => {
      onChanged();
      if (error !== undefined)
        showMessage(t('decide.failed', { count: one.decisions.length }), {
          type: 'error',
          autoHideMs: 10_000,
        });
    });
    window.addEventListener('pagehide', sendDecisionsOnPageClose);
    window.addEventListener('beforeunload', sendDecisionsBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', sendDecisionsBeforeUnload);
      window.removeEventListener('pagehide', sendDecisionsOnPageClose);
      sendPendingDecisions();
      release();
    };
  }, [onChanged, t]);
}
