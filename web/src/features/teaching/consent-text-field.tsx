import { Stack, Tabs, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import { IconEye } from '../../ui/icons/eye';
import { IconPencil } from '../../ui/icons/pencil';
import { MarkdownText } from '../../ui/reading/markdown';

interface Props {
  label: string;
  description: string;
  /** The typed text, which the preview shows. */
  text: string;
  /** The properties that register the field with its form, and its error. */
  field: Pick<TextareaProps, 'error' | 'name' | 'onBlur' | 'onChange' | 'ref'>;
}

/** The field for the consent form of students' studies, in Markdown, with a preview. */
export function ConsentTextField({ label, description, text, field }: Props) {
  const { t } = useTranslation('courses');
  const [tab, setTab] = useState<string | null>('write');
  return (
    // If there is an error, the tab with the field is shown, so that the person can correct the
    // text.
    <Tabs value={field.error ? 'write' : tab} onChange={setTab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="write" leftSection={<IconPencil size={16} aria-hidden />}>
          {t('consent.write')}
        </Tabs.Tab>
        <Tabs.Tab
          value="preview"
          disabled={Boolean(field.error)}
          leftSection={<IconEye size={16} aria-hidden />}
        >
          {t('consent.preview')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write" pt="sm">
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={6}
          maxRows={20}
          maxLength={teachingLimits.consentText}
          {...field}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview" pt="sm">
        <Stack gap="xs" mih="8rem">
          {text.trim() === '' ? (
            <Text c="dimmed">{t('consent.preview_empty')}</Text>
          ) : (
            <MarkdownText>{text}</MarkdownText>
          )}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
