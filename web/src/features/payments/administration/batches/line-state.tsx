import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PayoutLineState } from '../../../../../../contracts/payments/bank-payouts';
import { IconArrowBackUp } from '../../../../ui/icons/arrow-back-up';
import { IconCircleCheck } from '../../../../ui/icons/circle-check';
import { IconClock } from '../../../../ui/icons/clock';

const states = {
  drawn: { color: 'yellow', Icon: IconClock },
  paid: { color: 'teal', Icon: IconCircleCheck },
  returned: { color: 'red', Icon: IconArrowBackUp },
};

/** Shows the bank's result for a transfer, or for `count` transfers. */
export function PayoutStateBadge({ state, count }: { state: PayoutLineState; count?: number }) {
  const { t } = useTranslation('payments');
  const { color, Icon } = states[state];
  const word = t(`payouts.state.${state}`);
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
      {count === undefined ? word : `${count} ${word}`}
    </Badge>
  );
}
