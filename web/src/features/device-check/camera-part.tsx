import { Button, Group } from '@mantine/core';
import { IconCamera } from '../../ui/icons/camera';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserName, factsOfThisBrowser } from '../../domain/requirements/browser.rule';
import classes from './device-check.module.css';
import { DeviceCheckRow, type DeviceVerdict } from './part';
import { useMediaDevice } from './use-media';

/** Turns the camera on when the person presses the button, and shows its picture to them only. */
export function CameraCheck() {
  const { t } = useTranslation('device-check');
  const { media, start, stop } = useMediaDevice('video');
  const [seen, setSeen] = useState(false);
  const picture = useRef<HTMLVideoElement>(null);
  const stream = media.at === 'on' ? media.stream : null;
  useEffect(() => {
    setSeen(false);
    if (picture.current) picture.current.srcObject = stream;
  }, [stream]);
  const verdict: DeviceVerdict = media.at === 'fault' ? 'misfit' : stream && seen ? 'fits' : 'open';
  const said =
    media.at === 'fault'
      ? media.fault === 'denied'
        ? `${t('camera.denied')} ${t(`allow.${browserName(factsOfThisBrowser())}`)}`
        : t(`camera.${media.fault}`)
      : media.at === 'on'
        ? t(seen ? 'camera.seen' : 'camera.waiting')
        : t(`camera.${media.at}`);
  return (
    <DeviceCheckRow title={t('camera.title')} verdict={verdict} result={said}>
      {stream && (
        <video
          ref={picture}
          className={classes.picture}
          aria-label={t('camera.picture')}
          autoPlay
          muted
          playsInline
          onLoadedData={() => setSeen(true)}
        />
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<IconCamera size={18} aria-hidden />}
          loading={media.at === 'asking'}
          onClick={() => (stream ? stop() : void start())}
        >
          {t(stream ? 'camera.stop' : 'camera.start')}
        </Button>
      </Group>
    </DeviceCheckRow>
  );
}
