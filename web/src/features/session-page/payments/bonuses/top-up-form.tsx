import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import { AmountField } from '../../../../domain/payment/amount-field';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { BonusRequestForm } from './order-form';
import type { BonusPaymentSteps } from './use-pay-bonus';

interface Props {
  session: Session;
  /**
   * The amount with which the field is filled in when the form opens, in minor units. If null, the
   * field contains the session's own reward.
   */
  first: number | null;
  paying: BonusPaymentSteps;
  onClose: () => void;
}

/** The form of a top-up, which raises all rewards of the session to the entered amount. */
export function TopUpForm({ session, first, paying, onClose }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const currency = session.reward?.currency ?? '';
  const field = useRef<HTMLInputElement>(null);
  const [rate, setRate] = useState<number | undefined>(first ?? session.reward?.amount);
  const [tried, setTried] = useState(false);
  const isTooBig = rate !== undefined && rate > paymentsLimits.bonusAmount;
  const isWrong = !rate || isTooBig;
  const check = () => {
    setTried(true);
    if (isWrong) return field.current?.focus();
    void paying.check({ kind: 'top_up', body: { reward: rate, currency } });
  };
  return (
    <BonusRequestForm paying={paying} onCheck={check} onClose={onClose}>
      <Text size="sm">{t('bonus.rate_text')}</Text>
      <AmountField
        inputRef={field}
        label={t('bonus.rate')}
        currencyLabel={currency}
        description={session.privacy_level === 'anonymous' && t('bonus.as_of_midnight')}
        amount={rate}
        currency={currency}
        onChange={setRate}
        currencies={[currency]}
        max={paymentsLimits.bonusAmount}
        error={tried && isWrong && common(isTooBig ? 'field.too_big' : 'field.required')}
      />
      {paying.shown === null && <ErrorNotice error={paying.error} kept={common('error.kept')} />}
    </BonusRequestForm>
  );
}
