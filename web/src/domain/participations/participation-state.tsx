import { Badge } from '@mantine/core';
import { IconCheck } from '../../ui/icons/check';
import { IconClock } from '../../ui/icons/clock';
import { IconHourglass } from '../../ui/icons/hourglass';
import { IconPlayerPlay } from '../../ui/icons/player-play';
import { IconTicket } from '../../ui/icons/ticket';
import { IconX } from '../../ui/icons/x';
import { useTranslation } from 'react-i18next';
import type { ParticipationState as State } from '../../../../contracts/enrolment/participations';

const over = { color: 'gray', Icon: IconX };
const looks: Record<State, { color: string; Icon: typeof IconX }> = {
  waitlisted: { color: 'blue', Icon: IconHourglass },
  offered: { color: 'orange', Icon: IconTicket },
  enrolled: { color: 'teal', Icon: IconClock },
  started: { color: 'teal', Icon: IconPlayerPlay },
  completed: { color: 'teal', Icon: IconCheck },
  approved: { color: 'teal', Icon: IconCheck },
  rejected: { color: 'red', Icon: IconX },
  withdrawn: over,
  offer_expired: over,
  timed_out: over,
  screened_out: over,
  declined_consent: over,
  no_show: over,
  nullified: over,
};

/**
 * Shows the state of a participation.
 * @param waitEnded whether the session closed while the participant was on the waiting list. The
 *   badge then says this instead of the state
 */
export function ParticipationState({
  state,
  waitEnded = false,
}: {
  state: State;
  waitEnded?: boolean;
}) {
  const { t } = useTranslation('participation');
  const { color, Icon } = looks[state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {t(`state.${waitEnded ? 'wait_over' : state}`)}
    </Badge>
  );
}
