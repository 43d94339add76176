import { Badge, Group, Text } from '@mantine/core';
import type { PaymentState as State } from '../../../../contracts/payments/payments';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up';
import { IconBan } from '../../ui/icons/ban';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconCircleX } from '../../ui/icons/circle-x';
import { IconClock } from '../../ui/icons/clock';
import { IconCoins } from '../../ui/icons/coins';
import { IconTransfer } from '../../ui/icons/transfer';

const looks: Record<State, { color: string; Icon: typeof IconClock }> = {
  due: { color: 'gray', Icon: IconClock },
  approved: { color: 'blue', Icon: IconCoins },
  processing: { color: 'blue', Icon: IconTransfer },
  paid: { color: 'teal', Icon: IconCircleCheck },
  failed: { color: 'orange', Icon: IconAlertTriangle },
  rejected: { color: 'red', Icon: IconCircleX },
  reversed: { color: 'gray', Icon: IconArrowBackUp },
  waived: { color: 'gray', Icon: IconBan },
};

interface Props {
  state: State;
  /**
   * The state of the payment in words; the words for participants differ from those for
   * researchers.
   */
  text: string;
}

/** Shows the state of a payment in a table: a short word with its icon. */
export function PaymentBadge({ state, text }: Props) {
  const { color, Icon } = looks[state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
      {text}
    </Badge>
  );
}

/** Shows the state of a payment as a sentence, which may take two lines on a phone. */
export function PaymentStateLine({ state, text }: Props) {
  const { color, Icon } = looks[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={`var(--mantine-color-${color}-light-color)`}>
      <Icon size={18} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Text span size="sm" fw={600} inherit={false} c="inherit">
        {text}
      </Text>
    </Group>
  );
}
