import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionHistoryEntry } from '../../../../contracts/enrolment/session-insights';
import { formatTimeWithZone, formatDate, formatMoment } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';
import { ShowMore } from '../../ui/show-more';
import { useFoldedList } from '../../ui/use-fold';
import classes from './session-page.module.css';
import { fullName } from '../../../../contracts/base/full-name.rule';

const [few, fewWide] = [3, 6];

/** Formats money that the server writes as `450 EUR`. */
const moneyOf = (text: string) => {
  const [amount, currency = 'EUR'] = text.split(' ');
  return formatMoney({ amount: Number(amount), currency });
};

/** Lists what happened to the session since its launch and who did it, newest first. */
export function SessionTimeline({ timeline }: { timeline: readonly SessionHistoryEntry[] }) {
  const { t } = useTranslation('session-page');
  const { shown, ...fold } = useFoldedList(timeline.toReversed(), few, fewWide);
  const said = ({ what, before, after }: SessionHistoryEntry): string => {
    const none = t('timeline.none');
    if (what === 'capacity') return t('timeline.capacity', { before, after });
    if (what === 'closing_date')
      return t('timeline.closing_date', {
        before: before ? formatTimeWithZone(before) : none,
        after: after ? formatTimeWithZone(after) : none,
      });
    if (what === 'reward')
      return t('timeline.reward', {
        before: before ? moneyOf(before) : none,
        after: after ? moneyOf(after) : none,
      });
    if (what === 'closed')
      return t(
        after === 'date' || after === 'funds'
          ? `timeline.closed_${after}`
          : 'timeline.closed_manual',
      );
    return t(`timeline.${what}`);
  };
  const at = (when: string) => (when.length === 10 ? formatDate(when) : formatMoment(when));
  return (
    <Stack gap="xs">
      <ol className={classes.timeline} aria-label={t('timeline.title')}>
        {shown.map((moment, i) => (
          <li key={`${moment.what}-${moment.at}-${i}`} data-what={moment.what}>
            <span>{said(moment)}</span>
            <Text size="sm" c="dimmed" component="span">
              <time dateTime={moment.at}>{at(moment.at)}</time>
              {moment.by && ` · ${t('timeline.by', { name: fullName(moment.by) })}`}
            </Text>
          </li>
        ))}
      </ol>
      <ShowMore label={t('people.more')} fold={fold} />
    </Stack>
  );
}
