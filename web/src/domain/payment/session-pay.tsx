import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FairPayRates } from '../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatMoney } from '../../lib/intl/format-money';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import classes from './session-pay.module.css';
import { payOfSession, topUpPath } from './session-pay.rule';

interface Props {
  session: Session;
  /** The median duration in minutes; undefined if the page must not show it. */
  median: number | undefined;
  rates: readonly FairPayRates[] | undefined;
  tabIndex: number;
  /** Whether the text is shortened, as in a row of a table. */
  compact?: boolean;
}

/**
 * Shows what a session pays per hour. If that is less than the minimum, it adds a quiet warning and
 * a link to the top-up. It shows nothing for a session that pays nothing.
 */
export function SessionPayLine({ session, median, rates, tabIndex, compact = false }: Props) {
  const { t } = useTranslation('sessions');
  const pay = payOfSession(session, median ?? null, rates);
  if (!pay) return null;
  const { rate, by, judgement, fair, topUp } = pay;
  return (
    <div className={classes.pay}>
      <span>{t(compact ? `pay.short.${by}` : `pay.${by}`, { money: formatMoney(rate) })}</span>
      {judgement === 'below_floor' && fair && (
        <span className={classes.below}>
          <IconAlertTriangle size={13} aria-hidden />
          {t(compact ? 'pay.short.below_floor' : 'pay.below_floor', {
            money: formatMoney({ ...rate, amount: fair.floor }),
          })}
        </span>
      )}
      {topUp !== null && (
        <Anchor
          component={Link}
          to={topUpPath(session._id, topUp)}
          className={classes.link}
          inherit
          tabIndex={tabIndex}
          aria-label={t('pay.top_up_named', { title: session.study_title })}
        >
          {t('pay.top_up')}
        </Anchor>
      )}
    </div>
  );
}
