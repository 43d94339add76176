import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileOff, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../contracts/consents';
import { formatDate } from '../../lib/format';
import { config } from '../../lib/http/config';
import { ReadingText } from '../../ui/reading/markdown';
import classes from './consent-text.module.css';

const fileUrl = (url: string) => (url.startsWith('/') ? config.apiUrl + url : url);

/** The consent form as the participant agrees to it: its text or its file, and its version. */
export function ConsentText({
  consent,
  printable = true,
  paper,
}: {
  consent: Consent;
  printable?: boolean;
  /** What a print says above the text: of which study, and who runs it. */
  paper?: { study: string; researcher: string };
}) {
  const { t } = useTranslation('studies');
  return (
    <Stack gap="md">
      {paper && (
        <div className={classes.onPaper}>
          <Title order={1} size="h2">
            {consent.title}
          </Title>
          <Text>{paper.study}</Text>
          <Text>{paper.researcher}</Text>
          <Text>{t('consent.published_on', { date: formatDate(consent.created_at) })}</Text>
        </div>
      )}
      {consent.withdrawn && (
        <Alert icon={<IconFileOff aria-hidden />} role="note" color="orange">
          {t('consent.withdrawn', {
            date: formatDate(consent.withdrawn.at),
            reason: consent.withdrawn.reason,
          })}
        </Alert>
      )}
      {consent.kind === 'markdown' ? (
        <ReadingText>{consent.body_markdown ?? ''}</ReadingText>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Text>{t('consent.pdf_text')}</Text>
          {consent.file_url && (
            <Button
              component="a"
              href={fileUrl(consent.file_url)}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<IconFileTypePdf size={18} aria-hidden />}
            >
              {t('consent.open_pdf')}
            </Button>
          )}
        </Stack>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" title={`SHA-256 ${consent.sha256}`}>
          {t('consent.version', { version: consent.version, hash: consent.sha256.slice(0, 12) })}
        </Text>
        {printable && consent.kind === 'markdown' && (
          <Button
            data-no-print
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('consent.print')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
