import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunsCounted } from '../../../../contracts/live-runs';
import type { Session } from '../../../../contracts/sessions';
import { useLiveRuns } from '../../lib/live/live-context';
import classes from './runs-now.module.css';

/** Where something may happen: viewers see no runs, and a closed session has some only while people work. */
export const watchesRuns = ({ role, launched_at, state, counts }: Session): boolean =>
  role !== 'viewer' && launched_at !== null && (state !== 'closed' || counts.started > 0);

export function RunsText({ counted }: { counted: RunsCounted }) {
  const { t } = useTranslation('sessions');
  const { running, stalled, errors } = counted;
  return (
    <span className={classes.now}>
      <span data-zero={running === 0 || undefined}>{t('runs.running', { count: running })}</span>
      {stalled !== null && stalled > 0 && (
        <span className={classes.stalled}>{t('runs.stalled', { count: stalled })}</span>
      )}
      {errors > 0 && <span className={classes.errors}>{t('runs.errors', { count: errors })}</span>}
    </span>
  );
}

/**
 * How many runs of a session work now, have stopped, or met an error: drawn anew for these numbers alone.
 * Its line is there before they are.
 * @param id of the session; null while there is nothing to watch
 */
export const RunsNow = memo(function RunsNow({ id }: { id: string | null }) {
  const counted = useLiveRuns(id);
  return (
    <div className={classes.line} data-runs>
      {counted && <RunsText counted={counted} />}
    </div>
  );
});
