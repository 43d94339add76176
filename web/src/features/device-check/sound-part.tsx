import { Button, Group } from '@mantine/core';
import { IconVolume } from '../../ui/icons/volume';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceCheckRow, type DeviceVerdict } from './part';
import { playTone } from './play-tone';

type Heard = 'idle' | 'playing' | 'asked' | 'yes' | 'no' | 'failed';
const verdicts: Partial<Record<Heard, DeviceVerdict>> = {
  yes: 'fits',
  no: 'misfit',
  failed: 'misfit',
};

/** Plays a tone and asks the person whether they heard it, since no browser can detect that. */
export function SoundCheck() {
  const { t } = useTranslation('device-check');
  const [heard, setHeard] = useState<Heard>('idle');
  const play = () => {
    setHeard('playing');
    playTone().then(
      () => setHeard('asked'),
      () => setHeard('failed'),
    );
  };
  return (
    <DeviceCheckRow
      title={t('sound.title')}
      verdict={verdicts[heard] ?? 'open'}
      result={t(`sound.${heard}`)}
    >
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconVolume size={18} aria-hidden />}
          aria-disabled={heard === 'playing'}
          onClick={() => heard !== 'playing' && play()}
        >
          {t(heard === 'idle' || heard === 'playing' ? 'sound.play' : 'sound.again')}
        </Button>
        {heard === 'asked' && (
          <>
            <Button variant="default" onClick={() => setHeard('yes')}>
              {t('sound.answer_yes')}
            </Button>
            <Button variant="default" onClick={() => setHeard('no')}>
              {t('sound.answer_no')}
            </Button>
          </>
        )}
      </Group>
    </DeviceCheckRow>
  );
}
