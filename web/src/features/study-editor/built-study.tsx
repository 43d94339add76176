import { Group, Stack, Text } from '@mantine/core';
import { IconHammer } from '../../ui/icons/hammer';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/app-link';
import { onDemand } from '../../ui/on-demand';
import type { HostedRuntimeInput } from '../../domain/study-files/hosted.rule';

const SettingsLater = onDemand(
  async () => (await import('./hosted/hosted-settings')).HostedSettings,
);
const RehearsalsLater = onDemand(
  async () => (await import('./rehearsal/runtime-rehearsals')).RuntimeRehearsals,
);

interface Props {
  studyId: string;
  value: HostedRuntimeInput | null;
  onChange: (value: HostedRuntimeInput) => void;
  maximumMinutes: number | null | undefined;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
  /** Whether this part of the editor shows the rehearsals (runs with simulated participants). */
  rehearses: boolean;
}

/**
 * The part of the editor for a study made with the builder: a link to the builder, how the version
 * in use runs, and its rehearsals.
 */
export function BuilderStudy({ studyId, value, onChange, maximumMinutes, save, rehearses }: Props) {
  const { t } = useTranslation('hosted-study');
  return (
    <Stack gap="lg" mt="sm">
      <div>
        <Text size="sm" mb="sm">
          {t(value ? 'built.in_use' : 'built.not_yet')}
        </Text>
        <Group>
          <LinkButton
            to={`/experiments/build/${studyId}`}
            variant={value ? 'default' : 'light'}
            leftSection={<IconHammer size={18} aria-hidden />}
          >
            {t('built.open')}
          </LinkButton>
        </Group>
      </div>
      {value && <SettingsLater {...{ studyId, value, onChange, maximumMinutes }} />}
      {value && rehearses && <RehearsalsLater {...{ studyId, value, onChange, save }} />}
    </Stack>
  );
}
