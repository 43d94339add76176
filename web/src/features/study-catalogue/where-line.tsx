import { Group, Text } from '@mantine/core';
import { IconBuilding } from '../../ui/icons/building';
import { IconDeviceDesktop } from '../../ui/icons/device-desktop';
import { IconExternalLink } from '../../ui/icons/external-link';
import { IconNotes } from '../../ui/icons/notes';
import { IconVideo } from '../../ui/icons/video';
import { useTranslation } from 'react-i18next';
import type { StudyCard } from '../../../../contracts/studies/studies';

type Kind = NonNullable<StudyCard['runtime_kind']>;
const icons: Record<Kind, typeof IconVideo> = {
  hosted: IconDeviceDesktop,
  builder: IconDeviceDesktop,
  external: IconExternalLink,
  onsite: IconBuilding,
  video: IconVideo,
  notes: IconNotes,
};

/**
 * Where a study takes place, and what a participant needs there. Renders nothing if the researcher
 * has not set it.
 */
export function StudyPlaceLine({
  card: { runtime_kind, requirements },
}: {
  card: Pick<StudyCard, 'runtime_kind' | 'requirements'>;
}) {
  const { t } = useTranslation('studies');
  const needs = requirements.flatMap((one) =>
    one === 'no_safari' || one === 'speech_recognition' ? [] : [t(`card.needs.${one}`)],
  );
  if (!runtime_kind && needs.length === 0) return null;
  const Icon = runtime_kind && icons[runtime_kind];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {Icon && <Icon size={18} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: 1 }} />}
      <Text size="sm">
        {[runtime_kind && t(`card.where.${runtime_kind}`), ...needs].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  );
}
