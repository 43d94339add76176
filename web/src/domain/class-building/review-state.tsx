import { Badge } from '@mantine/core';
import type { ClassReviewState } from '../../../../contracts/teaching/class-studies';
import { IconAlertCircle } from '../../ui/icons/alert-circle';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up';
import { IconCheck } from '../../ui/icons/check';
import { IconClock } from '../../ui/icons/clock';
import { IconPencil } from '../../ui/icons/pencil';

const looks = {
  none: { Icon: IconPencil, color: 'gray' },
  submitted: { Icon: IconClock, color: 'gray' },
  changes_asked: { Icon: IconArrowBackUp, color: 'orange' },
  approved: { Icon: IconCheck, color: 'teal' },
  changed: { Icon: IconAlertCircle, color: 'orange' },
} as const satisfies Record<ClassReviewState, object>;

/**
 * A badge with the review state of a study that students of a class built.
 * @param label the name of the state in the reader's language
 */
export function ReviewStateBadge({ state, label }: { state: ClassReviewState; label: string }) {
  const { Icon, color } = looks[state];
  return (
    <Badge variant="light" color={color} tt="none" leftSection={<Icon size={14} aria-hidden />}>
      {label}
    </Badge>
  );
}
