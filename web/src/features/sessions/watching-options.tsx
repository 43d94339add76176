import { Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconLayoutGrid } from '../../ui/icons/layout-grid';
import { IconSparkles } from '../../ui/icons/sparkles';
import { IconSparkles2Off } from '../../ui/icons/sparkles-2-off';
import { IconTable } from '../../ui/icons/table';
import { IconVolume } from '../../ui/icons/volume';
import { IconVolumeOff } from '../../ui/icons/volume-off';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { playChime } from './announcing/chime';
import { KeyboardHelp } from './keys-help';
import { useDashboardOptions } from './dashboard-options.store';

type Icon = typeof IconTable;

function Toggle({
  isOn,
  label,
  word,
  icons: [On, Off],
  disabled = false,
  onClick,
}: {
  isOn: boolean;
  label: string;
  /** The visible part of the option's label. */
  word: string;
  icons: readonly [on: Icon, off: Icon];
  /**
   * Whether the option has no effect. It can still be focused, since its label gives the reason.
   */
  disabled?: boolean;
  onClick: () => void;
}) {
  const Shown = isOn ? On : Off;
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant={isOn ? 'light' : 'default'}
        h={36}
        px="sm"
        leftSection={<Shown size={18} aria-hidden />}
        aria-label={label}
        aria-pressed={isOn}
        aria-disabled={disabled || undefined}
        data-disabled={disabled || undefined}
        onClick={disabled ? undefined : onClick}
      >
        {word}
      </Button>
    </Tooltip>
  );
}

/** The options of the dashboard: tiles or table, and whether changes make a sound or glow. */
export const DashboardOptions = memo(function WatchingOptions() {
  const { t } = useTranslation('sessions');
  const { view, sound, motion, set } = useDashboardOptions();
  const wantsLess = useReducedMotion();
  const choice = (Shown: Icon, label: string) => (
    <Group gap={6} wrap="nowrap">
      <Shown size={18} aria-hidden />
      {label}
    </Group>
  );
  return (
    <Group gap={6} role="group" aria-label={t('watch.label')} data-no-print>
      <KeyboardHelp />
      <Toggle
        isOn={sound}
        label={t('watch.sound')}
        word={t('watch.sound_word')}
        icons={[IconVolume, IconVolumeOff]}
        onClick={() => {
          set({ sound: !sound });
          // Plays the tone immediately as a sample. Because a click caused it, the browser also
          // permits later sounds.
          if (!sound) playChime('taken');
        }}
      />
      <Toggle
        isOn={motion && !wantsLess}
        label={t(wantsLess ? 'watch.less_motion' : 'watch.motion')}
        word={t('watch.motion_word')}
        icons={[IconSparkles, IconSparkles2Off]}
        disabled={wantsLess}
        onClick={() => set({ motion: !motion })}
      />
      <SegmentedControl
        size="sm"
        value={view}
        onChange={(now) => set({ view: now === 'table' ? 'table' : 'tiles' })}
        aria-label={t('watch.view')}
        data={[
          { value: 'tiles', label: choice(IconLayoutGrid, t('watch.tiles')) },
          { value: 'table', label: choice(IconTable, t('watch.table')) },
        ]}
      />
    </Group>
  );
});
