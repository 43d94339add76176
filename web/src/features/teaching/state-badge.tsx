import { Badge } from '@mantine/core';
import type { CourseState } from '../../../../contracts/teaching/courses';
import { IconArchive } from '../../ui/icons/archive';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconPencil } from '../../ui/icons/pencil';
import { IconPlayerPlay } from '../../ui/icons/player-play';

const looks = {
  draft: { color: 'gray', Icon: IconPencil },
  open: { color: 'teal', Icon: IconPlayerPlay },
  closed: { color: 'orange', Icon: IconCircleCheck },
  archived: { color: 'gray', Icon: IconArchive },
};

/** The state of a course or a classroom. @param label the state in words */
export function StateBadge({ state, label }: { state: CourseState; label: string }) {
  const { color, Icon } = looks[state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {label}
    </Badge>
  );
}
