import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { SessionProgress } from '../../../../../contracts/enrolment/session-insights';
import {
  formatWeekdayTime,
  formatDate,
  formatWeekdayDate,
  formatMoment,
  formatNumber,
} from '../../../lib/intl/format';
import { onDemand } from '../../../ui/on-demand';
import classes from '../session-page.module.css';
import type { CurveChartProps } from './curve-chart';
import { LoadingChart } from '../../../ui/loading/loading';

/** The chart is loaded later than the numbers beside it, because only the chart needs a library. */
const CurveChart = onDemand<CurveChartProps>(
  async () => (await import('./curve-chart')).CurveChart,
);

const seconds = (at: string) => Date.parse(at) / 1000;
const day = 86_400;

/** Shows the seats over time with the forecast, and the same numbers as a table. */
export function SeatsOverTimeChart({
  session,
  progress,
}: {
  session: Session;
  progress: SessionProgress;
}) {
  const { t } = useTranslation('session-page');
  const { curve, resolution, full_at, rate } = progress;
  const byDay = resolution === 'day';
  const start = session.launched_at;
  const points = [
    // A point of zero at the launch is added: without it, the line would not show the first rise.
    ...(start && !byDay ? [{ at: seconds(start), taken: 0, completed: 0 }] : []),
    ...(byDay
      ? curve
          .slice(0, 1)
          .map(({ at: first }) => ({ at: seconds(first) - day, taken: 0, completed: 0 }))
      : []),
    ...curve.map(({ at, taken, completed }) => ({ at: seconds(at), taken, completed })),
    // If nothing has changed since the last point, the line continues to the time at which the
    // numbers were computed.
    ...(session.state !== 'closed' && curve.length > 0 && !byDay
      ? curve.slice(-1).map(({ taken, completed }) => ({
          at: seconds(progress.as_of),
          taken,
          completed,
        }))
      : []),
  ];
  const at = (when: string | Date) => (byDay ? formatDate(when) : formatMoment(when));
  const fullOn = (when: string) =>
    byDay ? formatWeekdayDate(`${when}T12:00:00`) : formatWeekdayTime(when);
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {t('curve.title')}
      </Title>
      {curve.length === 0 ? (
        <Text c="dimmed">{t(byDay ? 'curve.tomorrow' : 'curve.nobody')}</Text>
      ) : (
        <>
          <CurveChart
            points={points}
            capacity={session.capacity}
            fullAt={full_at === null ? null : seconds(full_at)}
            byDay={byDay}
            came={(rate?.per_hour ?? 0) * (rate?.over_hours ?? 0)}
            label={t('curve.points')}
            labels={{
              taken: t('curve.end.taken', { number: formatNumber(points.at(-1)?.taken ?? 0) }),
              completed: t('curve.end.completed', {
                number: formatNumber(points.at(-1)?.completed ?? 0),
              }),
              capacity: t('curve.end.capacity', { number: formatNumber(session.capacity) }),
              forecast: full_at === null ? '' : t('curve.end.forecast', { at: fullOn(full_at) }),
            }}
            readout={(point) =>
              t('curve.readout', {
                at: at(new Date(point.at * 1000)),
                taken: formatNumber(point.taken),
                completed: formatNumber(point.completed),
              })
            }
            waiting={<LoadingChart height={284} />}
          />
          {full_at !== null && (
            <Text size="sm" c="dimmed">
              {t('curve.band')}
            </Text>
          )}
          {byDay && (
            <Text size="sm" c="dimmed">
              {t('curve.by_day')}
            </Text>
          )}
          <details className={classes.numbers}>
            <summary>{t('curve.as_table')}</summary>
            <Table aria-label={t('curve.title')} fz="sm" horizontalSpacing={3}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('curve.at')}</Table.Th>
                  <Table.Th>{t('curve.taken')}</Table.Th>
                  <Table.Th>{t('curve.started')}</Table.Th>
                  <Table.Th>{t('curve.completed')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody className="numbers">
                {curve.map((point) => (
                  <Table.Tr key={point.at}>
                    <Table.Td>{at(point.at)}</Table.Td>
                    <Table.Td>{point.taken}</Table.Td>
                    <Table.Td>{point.started}</Table.Td>
                    <Table.Td>{point.completed}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </details>
        </>
      )}
    </Stack>
  );
}
