import { Button, Code, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionBatchDocument } from '../../../../contracts/runtime/batch-session';
import { saveFile } from '../../lib/save-file';

/**
 * Shows the document that the study's pages share between participants. Renders nothing if the
 * pages share no document, or if the researcher may not see it yet.
 */
export function SharedStudyDocument({ document: shared, withheld }: SessionBatchDocument) {
  const { t } = useTranslation('session-page');
  if (shared === null) return null;
  const text = JSON.stringify(shared, null, 2);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="center">
        <Title order={2} size="h3">
          {t('shared.title')}
        </Title>
        <Button variant="default" onClick={() => saveFile('shared.json', text)}>
          {t('shared.save')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('shared.text')}
        {withheld > 0 && ` ${t('shared.withheld', { count: withheld })}`}
      </Text>
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('shared.title') }}
      >
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text}
        </Code>
      </ScrollArea.Autosize>
    </Stack>
  );
}
