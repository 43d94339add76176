import { useTranslation } from 'react-i18next';
import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatWeekdayTime, formatWeekdayDate, formatNumber } from '../../lib/intl/format';
import { summarizeSession, type SummarySentence } from './session-summary.rule';

/** Says in sentences, above the figures of a session, what the figures mean. */
export function SessionSummary({
  session,
  progress,
  now,
}: {
  session: Session;
  progress: SessionProgress;
  now: SessionRunCounts | undefined;
}) {
  const { t } = useTranslation('session-page');
  const said = (part: SummarySentence): string => {
    switch (part.key) {
      case 'taken':
        return t('lead.taken', {
          taken: formatNumber(part.taken),
          capacity: formatNumber(part.capacity),
        });
      case 'full_at':
        return t('lead.full_at', {
          at:
            progress.resolution === 'day'
              ? formatWeekdayDate(`${part.at}T12:00:00`)
              : formatWeekdayTime(part.at),
        });
      case 'waiting':
      case 'to_review':
      case 'stalled':
      case 'errors':
        return t(`lead.${part.key}`, { count: part.count });
      case 'nobody':
      case 'not_launched':
      case 'full':
      case 'closed':
      case 'paused':
        return t(`lead.${part.key}`);
    }
  };
  return summarizeSession(session, progress, now).map(said).join(' ');
}
