import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatNumber } from '../../lib/intl/format';
import { useLiveRuns } from '../../lib/live/use-live-runs';
import classes from './runs-now.module.css';
import { mayReadStudyData } from '../collaborators/role.rule';

/**
 * Whether the caller can watch runs of the session: viewers see no runs, and a closed session has
 * runs only while participants are still working.
 */
export const canWatchRuns = ({ role, launched_at, state, counts }: Session): boolean =>
  mayReadStudyData(role) && launched_at !== null && (state !== 'closed' || counts.started > 0);

interface Shown {
  counted: SessionRunCounts;
  /**
   * Whether only numbers and symbols are visible. Screen readers still get the words, which also
   * appear under the pointer.
   */
  compact?: boolean;
}

export function RunCountsText({ counted, compact = false }: Shown) {
  const { t } = useTranslation('sessions');
  const { running, stalled, errors } = counted;
  const numbers = [
    { name: 'running', count: running, text: t('runs.running', { count: running }) },
    { name: 'stalled', count: stalled ?? 0, text: t('runs.stalled', { count: stalled ?? 0 }) },
    { name: 'errors', count: errors, text: t('runs.errors', { count: errors }) },
  ] as const;
  return (
    <span className={classes.now} data-compact={compact || undefined}>
      {numbers
        .filter(({ name, count }) => name === 'running' || count > 0)
        .map(({ name, count, text }) => (
          <span
            key={name}
            className={classes[name]}
            data-zero={count === 0 || undefined}
            title={compact ? text : undefined}
          >
            {compact ? (
              <>
                <span aria-hidden>{formatNumber(count)}</span>
                <VisuallyHidden>{text}</VisuallyHidden>
              </>
            ) : (
              text
            )}
          </span>
        ))}
    </span>
  );
}

interface Props {
  /** The id of the session; null if the caller cannot watch its runs. */
  id: string | null;
  compact?: boolean;
}

/**
 * Shows how many runs of a session are active, have stalled, or met an error. It renders again only
 * when these numbers change. It reserves its space before the numbers arrive.
 */
export const ActiveRunCounts = memo(function RunsNow({ id, compact = false }: Props) {
  const counted = useLiveRuns(id);
  return (
    <div className={classes.line} data-compact={compact || undefined}>
      {counted && <RunCountsText counted={counted} compact={compact} />}
    </div>
  );
});
