import { Badge } from '@mantine/core';
import { IconArchive } from '../../ui/icons/archive';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconPencil } from '../../ui/icons/pencil';
import { IconPlayerPlay } from '../../ui/icons/player-play';
import { useTranslation } from 'react-i18next';
import type { OwnStudy } from '../../../../contracts/studies/studies';

const looks = {
  recruiting: { color: 'teal', Icon: IconPlayerPlay },
  draft: { color: 'gray', Icon: IconPencil },
  ready: { color: 'blue', Icon: IconCircleCheck },
  archived: { color: 'gray', Icon: IconArchive },
};

export function StudyState({
  study: { state, recruiting },
}: {
  study: Pick<OwnStudy, 'state' | 'recruiting'>;
}) {
  const { t } = useTranslation('studies');
  const shown = recruiting ? 'recruiting' : state;
  const { color, Icon } = looks[shown];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {t(`state.${shown}`)}
    </Badge>
  );
}
