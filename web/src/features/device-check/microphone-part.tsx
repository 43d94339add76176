import { Button, Group, Progress } from '@mantine/core';
import { IconMicrophone } from '../../ui/icons/microphone';
import { useTranslation } from 'react-i18next';
import { browserName, factsOfThisBrowser } from '../../domain/requirements/browser.rule';
import { DeviceCheckRow, type DeviceVerdict } from './part';
import { useSoundLevel } from './use-level';
import { useMediaDevice } from './use-media';

/**
 * Turns the microphone on when the person presses the button, and shows that it works. Nothing is
 * recorded.
 */
export function MicrophoneCheck() {
  const { t } = useTranslation('device-check');
  const { media, start, stop } = useMediaDevice('audio');
  const { level, heard } = useSoundLevel(media.at === 'on' ? media.stream : null);
  const on = media.at === 'on';
  const verdict: DeviceVerdict = media.at === 'fault' ? 'misfit' : on && heard ? 'fits' : 'open';
  const said =
    media.at === 'fault'
      ? media.fault === 'denied'
        ? `${t('microphone.denied')} ${t(`allow.${browserName(factsOfThisBrowser())}`)}`
        : t(`microphone.${media.fault}`)
      : on
        ? t(heard ? 'microphone.heard' : 'microphone.speak')
        : t(`microphone.${media.at}`);
  return (
    <DeviceCheckRow title={t('microphone.title')} verdict={verdict} result={said}>
      {on && <Progress value={level * 100} size="lg" transitionDuration={80} aria-hidden />}
      <Group>
        <Button
          variant="default"
          leftSection={<IconMicrophone size={18} aria-hidden />}
          loading={media.at === 'asking'}
          onClick={() => (on ? stop() : void start())}
        >
          {t(on ? 'microphone.stop' : 'microphone.start')}
        </Button>
      </Group>
    </DeviceCheckRow>
  );
}
