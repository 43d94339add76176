import { Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
  text: NewConsent;
  version: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  useFocusReturn();
  const right = (i: number) => text.comprehension?.questions[i]?.right;
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
        {[{ ...text, questions: text.comprehension?.questions }, ...(text.translations ?? [])].map(
          ({ locale, title, body_markdown, questions = [] }) => (
            <Paper key={locale ?? ''} withBorder p="md" lang={locale}>
              <Title order={3}>{title}</Title>
              <ReadingText>{body_markdown}</ReadingText>
              {questions.map((question, i) => (
                <Stack key={i} gap={2} mt="sm">
                  <Text fw={600}>{question.text}</Text>
                  {question.choices.map((choice, n) => (
                    <Text key={n} size="sm" fw={n === right(i) ? 600 : undefined}>
                      {n === right(i) ? '✓ ' : '– '}
                      {choice}
                    </Text>
                  ))}
                  <Text size="sm" c="dimmed">
                    {question.explanation}
                  </Text>
                </Stack>
              ))}
            </Paper>
          ),
        )}
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
