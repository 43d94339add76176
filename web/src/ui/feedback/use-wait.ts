import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/http/api';

/**
 * Returns the time that the visitor must wait before the next attempt, as a text that counts down;
 * 'over' once they may try.
 */
export function useRetryCountdown(error: ApiError | undefined): string | undefined {
  const { t } = useTranslation('common');
  const [now, setNow] = useState(() => performance.now());
  const [until, setUntil] = useState<{ error: ApiError; at: number }>();
  const seconds = error?.retryAfter;
  useEffect(() => {
    if (!error || !seconds) return undefined;
    // The clock is read only once. If both states had different times, the shown number could be
    // wrong by a second.
    const from = performance.now();
    setNow(from);
    setUntil({ error, at: from + seconds * 1000 });
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [error, seconds]);
  if (!error || !seconds) return undefined;
  const left = until?.error === error ? Math.ceil((until.at - now) / 1000) : seconds;
  if (left <= 0) return 'over';
  if (left <= 60) return t('error.retry_after_seconds', { count: left });
  return left < 5400
    ? t('error.retry_after', { count: Math.ceil(left / 60) })
    : t('error.retry_after_hours', { count: Math.ceil(left / 3600) });
}
