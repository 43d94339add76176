import { Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { NewConsent } from '../../../../../contracts/consents';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { ReadingText } from '../../../ui/reading/markdown';

/** The form as participants will read it, before it is published. */
export function CheckConsentDialog({
  text,
  version,
  busy,
  onClose,
  onConfirm,
}: {
  text: z.output<typeof NewConsent>;
  version: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['studies', 'study-editor', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      size="46rem"
      title={t('study-editor:consent_form.check_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm">{t('study-editor:consent_form.check_lead')}</Text>
        <Paper withBorder p="md">
          <Title order={3}>{text.title}</Title>
          <ReadingText>{text.body_markdown}</ReadingText>
        </Paper>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {t('study-editor:consent_form.keep_writing')}
          </Button>
          <Button onClick={onConfirm} loading={busy}>
            {t('study-editor:consent_form.publish_next', { version })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
