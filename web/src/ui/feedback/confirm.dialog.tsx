import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** The text that names what will be lost. */
  children: ReactNode;
  /** The label of the button: the action as a verb, never "OK". */
  confirm: string;
  danger?: boolean;
  /** The width; `lg` is for lists of changes. */
  size?: 'md' | 'lg';
  busy?: boolean;
  /** Shows the error of the last attempt. */
  notice?: ReactNode;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirm,
  danger = false,
  size = 'md',
  busy = false,
  notice,
}: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={size}
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
