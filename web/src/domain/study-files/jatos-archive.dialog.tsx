import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '../../ui/icons/download';
import { useTranslation } from 'react-i18next';

const stays = ['conditions', 'resume', 'devices', 'confined', 'around'] as const;

interface Props {
  opened: boolean;
  onClose: () => void;
  onDownload: () => void;
}

/**
 * Opens before a researcher downloads a study for JATOS that was not made for JATOS. The dialog
 * explains how JATOS runs the study, and what works differently than on this platform.
 */
export function JatosArchiveDialog({ opened, onClose, onDownload }: Props) {
  const { t } = useTranslation(['jatos-archive', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('jatos-archive:title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text>{t('jatos-archive:runs')}</Text>
        <Text>{t('jatos-archive:data')}</Text>
        <div>
          <Text fw={600} mb={6}>
            {t('jatos-archive:otherwise')}
          </Text>
          <List spacing={6} withPadding>
            {stays.map((one) => (
              <List.Item key={one}>{t(`jatos-archive:${one}`)}</List.Item>
            ))}
          </List>
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            data-autofocus
            onClick={() => {
              onDownload();
              onClose();
            }}
          >
            {t('jatos-archive:download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
