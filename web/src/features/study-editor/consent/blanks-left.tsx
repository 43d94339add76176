import { Alert, Button, Group, Text } from '@mantine/core';
import { IconForms } from '../../../ui/icons/forms';
import { useTranslation } from 'react-i18next';

/**
 * Shows how many blanks (`[[…]]`) of the form are not filled in yet. The form cannot be published
 * before they are filled in.
 */
export function EmptyBlanksNotice({ count, onNext }: { count: number; onNext: () => void }) {
  const { t } = useTranslation(['studies', 'study-editor']);
  if (count === 0) return null;
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconForms aria-hidden />}
      title={t('study-editor:consent_form.blanks', { count })}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {t('study-editor:consent_form.blanks_text')}
        </Text>
        <Button size="sm" variant="default" onClick={onNext}>
          {t('study-editor:consent_form.next_blank')}
        </Button>
      </Group>
    </Alert>
  );
}
