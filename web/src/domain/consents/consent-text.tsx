import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconFileOff } from '../../ui/icons/file-off';
import { IconFileTypePdf } from '../../ui/icons/file-type-pdf';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../contracts/studies/consents';
import { formatDate } from '../../lib/intl/format';
import { fileAddress } from './file-address';
import { MarkdownText } from '../../ui/reading/markdown';

/** Shows the consent form to which the participant agrees: its text or file, and its version. */
export function ConsentText({ consent }: { consent: Consent }) {
  const { t } = useTranslation('studies');
  return (
    <Stack gap="md">
      {consent.withdrawn && (
        <Alert icon={<IconFileOff aria-hidden />} role="note" color="orange">
          {t('consent.withdrawn', {
            date: formatDate(consent.withdrawn.at),
            reason: consent.withdrawn.reason,
          })}
        </Alert>
      )}
      {consent.kind === 'markdown' ? (
        <MarkdownText>{consent.body_markdown ?? ''}</MarkdownText>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Text>{t('consent.pdf_text')}</Text>
          {consent.file_url && (
            <Button
              component="a"
              href={fileAddress(consent.file_url)}
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
      <Text size="xs" c="dimmed" title={`SHA-256 ${consent.sha256}`}>
        {t('consent.version', { version: consent.version, hash: consent.sha256.slice(0, 12) })}
      </Text>
    </Stack>
  );
}
