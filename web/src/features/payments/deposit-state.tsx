import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Deposit } from '../../../../contracts/payments/funding';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconCircleX } from '../../ui/icons/circle-x';
import { IconClock } from '../../ui/icons/clock';

const states = {
  announced: { color: 'yellow', Icon: IconClock },
  confirmed: { color: 'teal', Icon: IconCircleCheck },
  refused: { color: 'red', Icon: IconCircleX },
};

export function DepositState({ state }: { state: Deposit['state'] }) {
  const { t } = useTranslation('payments');
  const { color, Icon } = states[state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
      {t(`deposit.state.${state}`)}
    </Badge>
  );
}
