import { Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../../contracts/base/fields';
import {
  computePartialReward,
  partialPayFor,
} from '../../../../../contracts/enrolment/part-pay.rule';
import {
  type EarlyLeavingState,
  earlyLeavingStates,
  type PartialPay,
  type PaymentTerms,
} from '../../../../../contracts/studies/payment-terms';
import { formatMoney } from '../../../lib/intl/format-money';

type Pay = NonNullable<PaymentTerms['pay']>;
const kinds = ['none', 'part', 'by_time'] as const;
const usualPercent = 50;

interface Props {
  value: Pay | undefined;
  onChange: (value: Pay) => void;
  reward: Money | null;
  /** Whether sessions of the study are anonymous: then no amount may depend on the time spent. */
  isAnonymous: boolean;
}

/**
 * The fields that set what participants get if they leave the study after the start, one for each
 * way to leave.
 */
export function PartPayFields({ value, onChange, reward, isAnonymous }: Props) {
  const terms = value && { pay: value };
  const pay: Pay = {
    screened_out: partialPayFor(terms, 'screened_out'),
    withdrawn: partialPayFor(terms, 'withdrawn'),
  };
  return (
    <Stack gap="md">
      {earlyLeavingStates.toReversed().map((way) => (
        <PartPayField
          key={way}
          way={way}
          value={pay[way]}
          onChange={(part) => onChange({ ...pay, [way]: part })}
          reward={reward}
          isAnonymous={isAnonymous}
        />
      ))}
    </Stack>
  );
}

function PartPayField({
  way,
  value,
  onChange,
  reward,
  isAnonymous,
}: Omit<Props, 'value' | 'onChange'> & {
  way: EarlyLeavingState;
  value: PartialPay;
  onChange: (value: PartialPay) => void;
}) {
  const { t } = useTranslation('study-editor');
  // The percentage that was entered last; used if the researcher chooses a percentage again.
  const [entered, setEntered] = useState(value.kind === 'part' ? value.percent : usualPercent);
  const isByTime = value.kind === 'by_time';
  const choose = (kind: PartialPay['kind']) =>
    onChange(kind === 'part' ? { kind, percent: entered } : { kind });
  return (
    <Group align="flex-start" gap="md">
      <NativeSelect
        flex="1 1 18rem"
        label={t(`form.part_pay.${way}`)}
        description={isByTime ? t('form.part_pay.by_time_hint') : t('form.part_pay.hint')}
        value={value.kind}
        onChange={({ currentTarget }) => choose(currentTarget.value as PartialPay['kind'])}
        data={kinds.map((kind) => ({
          value: kind,
          label: t(`form.part_pay.kind.${kind}`),
          disabled: kind === 'by_time' && isAnonymous && !isByTime,
        }))}
        error={isByTime && isAnonymous && t('form.part_pay.not_anonymous')}
      />
      {value.kind === 'part' && (
        <NumberInput
          flex="0 1 12rem"
          label={t('form.part_pay.percent')}
          description={
            reward && reward.amount > 0
              ? t('form.part_pay.amount', {
                  money: formatMoney({
                    ...reward,
                    amount: computePartialReward(reward.amount, value, 1, 0),
                  }),
                })
              : t('form.part_pay.of_reward')
          }
          suffix=" %"
          value={value.percent}
          onChange={(typed) => {
            if (typed === '') return;
            setEntered(Number(typed));
            onChange({ kind: 'part', percent: Number(typed) });
          }}
          min={1}
          max={100}
          allowDecimal={false}
          allowNegative={false}
        />
      )}
    </Group>
  );
}
