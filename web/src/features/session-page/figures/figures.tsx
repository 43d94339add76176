import { Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { SessionProgress } from '../../../../../contracts/enrolment/session-insights';
import { formatWeekdayTime, formatWeekdayDate, formatNumber } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { payOfSession, type SessionPay } from '../../../domain/payment/session-pay.rule';
import { usePricing } from '../../../domain/payment/use-pricing';
import { durationsInOneUnit, medianMinutesOf, rateWindowOf } from './figures.rule';
import classes from '../session-page.module.css';

interface Figure {
  name: string;
  value: string;
  /**
   * The number of people and the period from which the figure was computed, or why there is no
   * figure.
   */
  note: string;
  /** Whether the figure is implausible. */
  isDoubted?: boolean;
}

/** Shows the figures that a researcher reads first, each with a note on what it is based on. */
export function SessionFigures({
  session,
  progress,
}: {
  session: Session;
  progress: SessionProgress;
}) {
  const { t } = useTranslation('session-page');
  const { minutes, rate, full_at, cost, resolution } = progress;
  const pay = payOfSession(session, medianMinutesOf(progress), usePricing().data?.fair_pay);
  const isWithheld = minutes?.plausible === false;
  const rounded = (value: number) =>
    formatNumber(value >= 20 ? Math.round(value) : Math.round(value * 10) / 10);
  const window = rateWindowOf(rate?.over_hours ?? 1);
  const shown = minutes && {
    middle: durationsInOneUnit([minutes.median]),
    half: durationsInOneUnit([minutes.lower_quartile, minutes.upper_quartile]),
  };
  const total = cost && {
    ...cost.approved,
    amount: cost.approved.amount + cost.to_review.amount + cost.held.amount,
  };
  const judged = ({ judgement, fair, rate: { currency } }: SessionPay) =>
    fair && judgement && judgement !== 'fair'
      ? t(`figure.${judgement}`, {
          money: formatMoney({
            amount: judgement === 'below_floor' ? fair.floor : fair.recommended,
            currency,
          }),
        })
      : '';
  const figures: Figure[] = [
    {
      name: t('figure.rate'),
      value: rate
        ? rate.per_hour >= 1
          ? t('figure.per_hour', { number: rounded(rate.per_hour) })
          : t('figure.per_day', { number: rounded(rate.per_hour * 24) })
        : '–',
      note: rate ? t(`figure.over_${window.unit}`, { count: window.count }) : t('figure.too_few'),
    },
    {
      name: t('figure.full_at'),
      value: full_at
        ? resolution === 'day'
          ? formatWeekdayDate(`${full_at}T12:00:00`)
          : formatWeekdayTime(full_at)
        : '–',
      note: full_at
        ? t('figure.at_this_rate')
        : session.state === 'active' && session.spots_available === 0
          ? t('figure.is_full')
          : t('figure.no_forecast'),
    },
    {
      name: t('figure.minutes'),
      value: shown
        ? t(`figure.${shown.middle.unit}`, { number: rounded(shown.middle.numbers[0] ?? 0) })
        : '–',
      isDoubted: minutes?.plausible === false,
      note:
        minutes?.plausible === false
          ? t('figure.implausible', { count: minutes.stated })
          : shown
            ? t(`figure.quartiles_${shown.half.unit}`, {
                lower: rounded(shown.half.numbers[0] ?? 0),
                upper: rounded(shown.half.numbers[1] ?? 0),
                count: minutes?.people ?? 0,
              })
            : t(resolution === 'day' ? 'figure.minutes_tomorrow' : 'figure.minutes_from_five'),
    },
    ...(cost && total
      ? [
          {
            name: t(pay?.by === 'stated' && !isWithheld ? 'figure.hourly_stated' : 'figure.hourly'),
            value: pay && !isWithheld ? formatMoney(pay.rate) : '–',
            note:
              pay && !isWithheld
                ? [t(`figure.by_${pay.by}`, { count: pay.minutes }), judged(pay)]
                    .filter(Boolean)
                    .join('; ')
                : t('figure.withheld'),
          },
          {
            name: t('figure.cost'),
            value: formatMoney(total),
            note: t('figure.cost_parts', {
              approved: formatMoney(cost.approved),
              review: formatMoney(cost.to_review),
            }),
          },
        ]
      : []),
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, note, isDoubted }) => (
        <div key={name} data-doubted={isDoubted || undefined}>
          <dt>{name}</dt>
          <dd className="numbers">
            {isDoubted && <IconAlertTriangle size={18} aria-hidden />}
            {value}
          </dd>
          <Text size="xs" c="dimmed" component="dd">
            {note}
          </Text>
        </div>
      ))}
    </dl>
  );
}
