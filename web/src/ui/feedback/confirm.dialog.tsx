import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** Names what will be lost. */
  children: ReactNode;
  /** The deed itself as a verb, never "OK". */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  /** What went wrong with the last try. */
  notice?: ReactNode;
}

/** Asks once before something that can't be undone. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirm,
  danger = false,
  busy = false,
  notice,
}: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text component="div">{children}</Text>
        {notice}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button color={danger ? 'red.9' : undefined} onClick={onConfirm} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
