import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/intl/format';
import type { SessionTotals as Data } from './table/sort-and-filter';
import classes from './totals.module.css';

export function SessionTotalsLine({ totals }: { totals: Data }) {
  const { t } = useTranslation('sessions');
  const items = [
    ['active', formatNumber(totals.active)],
    ['taken', `${formatNumber(totals.taken)} / ${formatNumber(totals.capacity)}`],
    ['started', formatNumber(totals.started)],
    ['completed', formatNumber(totals.completed)],
    ['waiting', formatNumber(totals.waiting)],
  ] as const;
  return (
    <dl className={classes.totals}>
      {items.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`total.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
