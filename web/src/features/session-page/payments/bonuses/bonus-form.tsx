import { Radio, Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import { currencyDigits } from '../../../../../../contracts/money/currency-digits';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import type { SessionPayment } from '../../../../../../contracts/payments/payments';
import { AmountField } from '../../../../domain/payment/amount-field';
import { toMajorUnits } from '../../../../domain/payment/minor-units';
import { decimalSign } from '../../../../lib/intl/format';
import { formatMoney } from '../../../../lib/intl/format-money';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { BonusLineFaults, refusedBonusLines } from './line-faults';
import { parseBonusTagLines, type BonusTagLine } from './named-lines.rule';
import { BonusRequestForm } from './order-form';
import { ReasonField } from './reason-field';
import type { BonusPaymentSteps } from './use-pay-bonus';

/** Makes an example line as a person would type it, and the amount that this line pays. */
function exampleIn(currency: string) {
  const digits = currencyDigits(currency);
  const amount = 5 * 10 ** digits;
  const typed = toMajorUnits(amount, currency).toFixed(digits).replace('.', decimalSign());
  return { example: `5f0c2a ${typed}`, money: formatMoney({ amount, currency }) };
}

interface Props {
  session: Session;
  payments: readonly SessionPayment[];
  paying: BonusPaymentSteps;
  onClose: () => void;
}

/** The form of a bonus: who gets it, how much and why. */
export function BonusForm({ session, payments, paying, onClose }: Props) {
  const { t } = useTranslation('session-payments');
  const { t: common } = useTranslation('common');
  const currency = session.reward?.currency ?? '';
  const reasonField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const linesField = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [to, setTo] = useState<'approved' | 'named'>('approved');
  const [amount, setAmount] = useState<number | undefined>();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<readonly BonusTagLine[]>([]);
  const { lines, faults } = parseBonusTagLines(
    text,
    payments.map(({ tag }) => tag),
    currency,
  );
  const isTooBig = amount !== undefined && amount > paymentsLimits.bonusAmount;
  const wrong = {
    reason: reason.trim() === '',
    amount: to === 'approved' && (!amount || isTooBig),
    lines: to === 'named' && (faults.length > 0 || lines.length === 0),
  };
  const told = [
    ...faults.map(({ line, code }) => t(`bonus.line.${code}`, { line })),
    ...refusedBonusLines(paying.error, sent).map(({ line, why }) =>
      t('bonus.line.refused', { line, why }),
    ),
  ];
  const isPlaced = refusedBonusLines(paying.error, sent).length > 0;
  useEffect(() => {
    if (isPlaced) linesField.current?.focus();
  }, [isPlaced, paying.error]);
  const check = () => {
    setTried(true);
    const first = wrong.reason
      ? reasonField
      : wrong.amount
        ? amountField
        : wrong.lines
          ? linesField
          : null;
    if (first) return first.current?.focus();
    setSent(lines);
    void paying.check({
      kind: 'bonus',
      body: {
        reason: reason.trim(),
        currency,
        ...(to === 'approved'
          ? { to, amount: amount ?? 0 }
          : { lines: lines.map(({ tag, amount: each }) => ({ tag, amount: each })) }),
      },
    });
  };
  return (
    <BonusRequestForm paying={paying} onCheck={check} onClose={onClose}>
      <ReasonField inputRef={reasonField} value={reason} onChange={setReason} tried={tried} />
      <Radio.Group
        label={t('bonus.to')}
        value={to}
        onChange={(chosen) => setTo(chosen === 'named' ? 'named' : 'approved')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="approved"
            label={t('bonus.approved')}
            description={session.privacy_level === 'anonymous' && t('bonus.as_of_midnight')}
          />
          <Radio value="named" label={t('bonus.named')} />
        </Stack>
      </Radio.Group>
      {to === 'approved' ? (
        <AmountField
          inputRef={amountField}
          label={t('bonus.each')}
          currencyLabel={currency}
          amount={amount}
          currency={currency}
          onChange={setAmount}
          currencies={[currency]}
          max={paymentsLimits.bonusAmount}
          error={tried && wrong.amount && common(isTooBig ? 'field.too_big' : 'field.required')}
        />
      ) : (
        <Textarea
          ref={linesField}
          label={t('bonus.lines')}
          description={t('bonus.lines_hint', exampleIn(currency))}
          autosize
          minRows={4}
          maxRows={12}
          className="numbers"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setSent([]);
          }}
          error={
            tried &&
            (lines.length + faults.length === 0 ? common('field.required') : told.length > 0)
          }
        />
      )}
      {to === 'named' && tried && <BonusLineFaults faults={told} />}
      {!isPlaced && paying.shown === null && (
        <ErrorNotice error={paying.error} kept={common('error.kept')} />
      )}
    </BonusRequestForm>
  );
}
