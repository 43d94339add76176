import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../lib/save-file';
import { IconDownload } from '../../../../ui/icons/download';
import { CopyIcon } from '../../../../ui/value-to-copy';

/** The analysis script of a template, which the person can read, copy and save. */
export function AnalysisScript({ script }: { script: { name: string; text: string } }) {
  const { t } = useTranslation('class-building');
  return (
    <Stack gap="xs" component="section" aria-label={t('script.title')}>
      <Title order={3} size="h4">
        {t('script.title')}
      </Title>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {script.name}
        </Text>
        <Group gap="xs">
          <CopyIcon value={script.text} copy={t('script.copy')} copied={t('script.copied')} />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveFile(script.name, script.text, 'text/plain')}
          >
            {t('script.save')}
          </Button>
        </Group>
      </Group>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={script.name}
        style={{ maxHeight: '24rem', overflow: 'auto' }}
      >
        {script.text}
      </Code>
    </Stack>
  );
}
