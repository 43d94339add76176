import { useTranslation } from 'react-i18next';
import {
  browserName,
  deviceKind,
  type BrowserRequirement,
  factsOfThisBrowser,
  unmetRequirements,
  admittedDevices,
} from '../../domain/requirements/browser.rule';
import { DeviceCheckRow } from './part';

const ofBrowser: readonly BrowserRequirement[] = ['speech_recognition', 'no_safari'];

/** The checks of what the browser reports without a permission: device, browser, screen. */
export function BrowserChecks({ requirements }: { requirements: readonly BrowserRequirement[] }) {
  const { t, i18n } = useTranslation(['device-check', 'requirements']);
  const here = factsOfThisBrowser();
  const missing = unmetRequirements(requirements, here);
  const wanted = admittedDevices(requirements);
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const kind = deviceKind(here);
  const deviceFits = wanted.length === 0 || wanted.includes(kind);
  const needed = requirements.filter((one) => ofBrowser.includes(one));
  const faults = missing.filter((one) => one === 'speech_recognition' || one === 'no_safari');
  const name = browserName(here);
  return (
    <>
      <DeviceCheckRow
        title={t('device.title')}
        verdict={wanted.length === 0 ? 'info' : deviceFits ? 'fits' : 'misfit'}
        result={
          <>
            {t(`device.${kind}`)}{' '}
            {!deviceFits &&
              `${t('requirements:devices', {
                devices: or.format(wanted.map((one) => t(`requirements:device.${one}`))),
              })} ${t('device.mend')}`}
          </>
        }
      />
      <DeviceCheckRow
        title={t('browser.title')}
        verdict={needed.length === 0 ? 'info' : faults.length === 0 ? 'fits' : 'misfit'}
        result={[
          name === 'other' ? t('browser.other') : t('browser.named', { name: t(`name.${name}`) }),
          ...faults.map((one) => t(`requirements:message.${one}`)),
        ].join(' ')}
      />
      <DeviceCheckRow
        title={t('screen.title')}
        verdict="info"
        result={t('screen.size', { width: window.screen.width, height: window.screen.height })}
      />
    </>
  );
}
