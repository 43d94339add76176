import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showMessage } from '../../lib/ui.store';
import { onSettled, sendPending, sendHeldAtEnd, sendManyFirst } from './pending-decisions';

/** Decisions that are held go out when the page is left, and their answers are told. */
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
    window.addEventListener('pagehide', sendHeldAtEnd);
    window.addEventListener('beforeunload', sendManyFirst);
    return () => {
      window.removeEventListener('beforeunload', sendManyFirst);
      window.removeEventListener('pagehide', sendHeldAtEnd);
      sendPending();
      release();
    };
  }, [onChanged, t]);
}
