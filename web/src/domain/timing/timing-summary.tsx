import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  SessionTiming,
  TimingMeasures,
} from '../../../../contracts/research-data/study-timing';
import { formatNumber } from '../../lib/intl/format';
import { PercentageBar } from '../../ui/share-bar';
import { refreshRateOf, percentageOf, sumTimings } from './timing-summary.rule';
import classes from './timing-summary.module.css';

const measures = [
  'refresh_hz',
  'missed',
  'clock',
  'isolated',
  'long_tasks',
  'focus_lost',
  'pace',
] as const satisfies readonly (keyof TimingMeasures)[];
type Measure = (typeof measures)[number];

/**
 * Shows how exactly participants' devices could display and measure: for each band of values, the
 * number of runs, as bars and numbers.
 */
export function TimingSummary({ sessions }: { sessions: readonly SessionTiming[] }) {
  const { t } = useTranslation('sessions');
  const timing = sumTimings(sessions);
  if (timing.runs + timing.not_counted === 0) return null;
  return (
    <Stack component="section" gap="md" aria-labelledby="timing-summary">
      <div>
        <Title order={2} size="h3" id="timing-summary">
          {t('timing.title')}
        </Title>
        <Text className="measure" mt={4}>
          {t('timing.text')}
        </Text>
        {timing.runs > 0 && (
          <Text size="sm" mt={4}>
            {t('timing.counted', { count: timing.runs })}
            {timing.measured < timing.runs && (
              <> {t('timing.measured', { count: timing.runs - timing.measured })}</>
            )}
          </Text>
        )}
        {timing.not_counted > 0 && (
          <Text size="sm" c="dimmed">
            {t('timing.not_counted', { count: timing.not_counted })}
          </Text>
        )}
      </div>
      {timing.runs > 0 && (
        <div className={classes.measures}>
          {measures
            .filter((name) => timing.measures[name].length > 0)
            .map((name) => (
              <Measured key={name} name={name} counts={timing.measures[name]} />
            ))}
        </div>
      )}
    </Stack>
  );
}

function Measured({
  name,
  counts,
}: {
  name: Measure;
  counts: readonly { readonly band: string; readonly runs: number }[];
}) {
  const { t } = useTranslation('sessions');
  const all = counts.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <table className={classes.measure}>
      <caption>
        <span className={classes.name}>{t(`timing.measures.${name}`)}</span>
        <span className={classes.about}>{t(`timing.about.${name}`)}</span>
      </caption>
      <thead className={classes.heads}>
        <tr>
          <th scope="col">{t('timing.band')}</th>
          <th scope="col">{t('timing.runs')}</th>
          <th scope="col">{t('timing.share')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ band, runs }) => (
          <tr key={band} data-told={band === 'not_told' ? 'no' : undefined}>
            <th scope="row">
              <BandName name={name} band={band} />
            </th>
            <td className="numbers">{formatNumber(runs)}</td>
            <td>
              <PercentageBar part={runs} whole={all} className={classes.bar} />
              <span className={`numbers ${classes.share}`}>
                {t('timing.percent', { number: percentageOf(runs, all) })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Told<Name extends Exclude<Measure, 'refresh_hz'>> = Exclude<
  TimingMeasures[Name][number]['band'],
  'not_told'
>;
type BandText =
  | 'refresh_hz.other'
  | `missed.${Told<'missed'>}`
  | `clock.${Told<'clock'>}`
  | `isolated.${Told<'isolated'>}`
  | `long_tasks.${Told<'long_tasks'>}`
  | `focus_lost.${Told<'focus_lost'>}`
  | `pace.${Told<'pace'>}`;

function BandName({ name, band }: { name: Measure; band: string }) {
  const { t } = useTranslation('sessions');
  if (band === 'not_told') return t('timing.not_told');
  const rate = name === 'refresh_hz' ? refreshRateOf(band) : null;
  if (rate !== null) return t('timing.rate', { rate: formatNumber(rate) });
  // Bands of different measures may have the same name but different meanings
  // (contracts/research-data/study-timing.ts). The key of the text therefore contains the measure
  // and the band.
  const which = `${name}.${band}` as BandText;
  return t(`timing.bands.${which}`);
}
