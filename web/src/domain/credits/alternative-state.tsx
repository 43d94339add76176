import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../lib/http/server-clock';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up';
import { IconCheck } from '../../ui/icons/check';
import { IconClock } from '../../ui/icons/clock';
import { IconClockOff } from '../../ui/icons/clock-off';
import { type AlternativeAssignmentState, alternativeAssignmentStateOf } from './assignment.rule';
import type { StudentAssignment } from './own-assignments';

const looks = {
  submitted: { icon: IconClock, color: 'gray' },
  sent_back: { icon: IconArrowBackUp, color: 'orange' },
  accepted: { icon: IconCheck, color: 'teal' },
  over: { icon: IconClockOff, color: 'gray' },
} as const satisfies Partial<Record<AlternativeAssignmentState, object>>;

/** Shows the state of a student's alternative assignment, unless it is still `open`. */
export function AlternativeAssignmentBadge({ own }: { own: StudentAssignment }) {
  const { t } = useTranslation('credits');
  const state = alternativeAssignmentStateOf(own, serverNow());
  if (state === 'open') return null;
  const { icon: Icon, color } = looks[state];
  return (
    <Badge variant="light" color={color} tt="none" leftSection={<Icon size={14} aria-hidden />}>
      {t(`alternative_state.${state}`)}
    </Badge>
  );
}
