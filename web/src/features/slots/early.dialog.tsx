import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spacedParticipantTag } from '../../domain/slots/slot-time';
import { useFocusReturn } from '../../ui/use-focus-return';

/**
 * Asks for confirmation before the researcher records a participant as present on a day other than
 * that of the slot.
 */
export function EarlyAttendanceDialog({
  tag,
  when,
  onConfirm,
  onClose,
}: {
  tag: string;
  when: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['slots', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('slots:people.early_title', { tag: spacedParticipantTag(tag) })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('slots:people.early_text', { when })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {t('slots:people.early_confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
