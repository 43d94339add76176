import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { minPeoplePerAmount } from '../../../../../contracts/payments/pay-by-answers';
import { paymentLimits, type PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { AmountField } from '../../../domain/payment/amount-field';

interface Props {
  value: PaymentTerms['by_answers'];
  onChange: (value: PaymentTerms['by_answers']) => void;
  reward: Money | null;
  isAnonymous: boolean;
  error: string | undefined;
}

/**
 * The field for the highest amount that a participant's answers can earn on top of the reward. An
 * empty field means that answers do not change the pay.
 */
export function MaxPayByAnswersField({ value, onChange, reward, isAnonymous, error }: Props) {
  const { t } = useTranslation('study-editor');
  // A typed zero is kept but not saved: it may be the beginning of an amount such as 0.50.
  const [isZero, setZero] = useState(false);
  if (!reward || reward.amount === 0) return null;
  return (
    <AmountField
      label={t('form.by_answers.most')}
      description={
        isAnonymous
          ? t('form.by_answers.hint_anonymous', { fewest: minPeoplePerAmount })
          : t('form.by_answers.hint')
      }
      currencyLabel={reward.currency}
      currency={reward.currency}
      currencies={[reward.currency]}
      amount={value?.most ?? (isZero ? 0 : undefined)}
      max={paymentLimits.byAnswers}
      onChange={(most) => {
        setZero(most === 0);
        onChange(most ? { most } : undefined);
      }}
      error={error}
    />
  );
}
