import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { deviceKinds, type BrowserRequirement, admittedDevices } from './browser.rule';

export interface BrowserNeedsProps {
  of: readonly BrowserRequirement[];
  /** The study whose device check the page links to. */
  studyId: string;
}
/**
 * All requirements except the kinds of device. The page shows a separate sentence for each of these
 * requirements, and a single sentence for all kinds of device.
 */
type Told = Exclude<BrowserRequirement, (typeof deviceKinds)[number]>;
const isTold = (one: BrowserRequirement): one is Told => !deviceKinds.some((kind) => kind === one);

/**
 * Shows what a study needs of a browser (docs/specification.md, 8), and links to the device check.
 * The check is a separate document that may ask for the microphone, so the link loads it as a new
 * page instead of navigating inside the app.
 */
export function BrowserNeeds({ of, studyId }: BrowserNeedsProps) {
  const { t, i18n } = useTranslation('requirements');
  const { search } = useLocation();
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const wanted = admittedDevices(of);
  return (
    <Stack gap="xs" align="flex-start">
      {wanted.length > 0 && (
        <Text className="measure">
          {t('devices', { devices: or.format(wanted.map((kind) => t(`device.${kind}`))) })}
        </Text>
      )}
      {of.filter(isTold).map((one) => (
        <Text key={one} className="measure">
          {t(`message.${one}`)}
        </Text>
      ))}
      <Anchor href={`/study/details/${studyId}/check${search}`} py={10} data-no-print>
        {t('check')}
      </Anchor>
    </Stack>
  );
}
