import { Alert, Stack, Text } from '@mantine/core';
import { IconDevices } from '../../ui/icons/devices';
import { useTranslation } from 'react-i18next';
import { Needs, type NeedsProps } from './needs';

/**
 * Before the start: what this browser lacks. The start is not refused, since what a browser says of
 * itself may be wrong and the seat is theirs.
 */
export function BeforeStart({ of, studyId }: NeedsProps) {
  const { t } = useTranslation('requirements');
  return (
    <Alert color="orange" icon={<IconDevices aria-hidden />} title={t('before_start')}>
      <Stack gap="xs">
        <Needs of={of} studyId={studyId} />
        <Text size="sm">{t('before_start_text')}</Text>
      </Stack>
    </Alert>
  );
}
