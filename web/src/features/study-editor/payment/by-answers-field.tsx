import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import { paymentLimits, type PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { AmountField } from '../../../domain/payment/amount-field';

interface Props {
  value: PaymentTerms['by_answers'];
  onChange: (value: PaymentTerms['by_answers']) => void;
  reward: Money | null;
  isAnonymous: boolean;
}

/** The most that the answers of a participant may earn on top of the reward; empty where they change nothing. */
export function ByAnswersField({ value, onChange, reward, isAnonymous }: Props) {
  const { t } = useTranslation('study-editor');
  if (!reward || reward.amount === 0) return null;
  return (
    <AmountField
      label={t('form.by_answers.most')}
      description={t(isAnonymous ? 'form.by_answers.hint_anonymous' : 'form.by_answers.hint')}
      currencyLabel={reward.currency}
      currency={reward.currency}
      currencies={[reward.currency]}
      amount={value?.most}
      max={paymentLimits.byAnswers}
      onChange={(most) => onChange(most ? { most } : undefined)}
    />
  );
}
