import { Alert, Stack, Text } from '@mantine/core';
import { IconDevices } from '../../ui/icons/devices';
import { useTranslation } from 'react-i18next';
import { BrowserNeeds, type BrowserNeedsProps } from './needs';

/**
 * Shows before the start which requirements this browser does not meet. The participant may still
 * start, since a browser may report itself wrongly and the participant already has the seat.
 */
export function UnmetRequirementsNotice({ of, studyId }: BrowserNeedsProps) {
  const { t } = useTranslation('requirements');
  return (
    <Alert color="orange" icon={<IconDevices aria-hidden />} title={t('before_start')}>
      <Stack gap="xs">
        <BrowserNeeds of={of} studyId={studyId} />
        <Text size="sm">{t('before_start_text')}</Text>
      </Stack>
    </Alert>
  );
}
