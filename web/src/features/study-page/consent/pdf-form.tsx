import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { IconFileOff } from '../../../ui/icons/file-off';
import { IconFileTypePdf } from '../../../ui/icons/file-type-pdf';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOfThisBrowser } from '../../../domain/requirements/browser.rule';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { BusyPage } from '../../../ui/loading/loading';
import { fileAddress, inlineFileAddress } from '../../../domain/consents/file-address';
import classes from './consent.page.module.css';
import { showsPdf } from './pdf-in-page.rule';
import type { FileCheck } from './use-checked-file';

/** The id of the content after the PDF. A link skips the PDF and leads there. */
export const contentAfterFileId = 'after-the-file';

/**
 * Shows a consent form that is a PDF: in a frame if the browser can show PDFs there, otherwise as a
 * link. The PDF appears only after the page has checked that its bytes are those of the published
 * file.
 */
export function ConsentPdf({
  title,
  url,
  file,
}: {
  title: string;
  /** The signed address, which is renewed from time to time. */
  url: string;
  file: FileCheck;
}) {
  const { t } = useTranslation('consent');
  // The frame keeps its first address: with a new one, it would load the file again and jump to
  // page 1. `navpanes=0` hides the page list in Chrome's viewer, which takes half of the width.
  const [framed] = useState(() => `${inlineFileAddress(url)}#navpanes=0&view=FitH`);
  const [inPage] = useState(() => showsPdf(factsOfThisBrowser(), navigator.pdfViewerEnabled));
  if (file.state === 'checking') return <BusyPage height="8rem" label={t('file.checking')} />;
  if (file.state === 'different')
    return (
      <Alert
        role="alert"
        color="red"
        icon={<IconFileOff aria-hidden />}
        title={t('file.different')}
      >
        {t('file.different_text')}
      </Alert>
    );
  const bytes = file.state === 'same' ? formatBytes(file.bytes) : null;
  return (
    <Stack gap="md" align="stretch">
      <Title order={2} size="h3">
        {t('pdf')}
      </Title>
      <Text className="measure">{t(inPage ? 'file.shown' : 'file.linked')}</Text>
      {file.state === 'failed' && (
        <ErrorNotice error={file.error} title={t('file.failed')} onRetry={file.again} />
      )}
      {inPage && file.state !== 'failed' && (
        <>
          <Anchor
            href={`#${contentAfterFileId}`}
            className={classes.skip}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(contentAfterFileId)?.focus();
            }}
          >
            {t('file.skip')}
          </Anchor>
          <iframe title={t('file.frame', { title })} src={framed} className={classes.file} />
        </>
      )}
      <Group gap="sm" data-no-print>
        <Button
          component="a"
          href={inlineFileAddress(url)}
          target="_blank"
          rel="noopener"
          variant={inPage ? 'default' : 'filled'}
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
        >
          {t(inPage ? 'file.tab' : 'file.open', { size: bytes ? `, ${bytes}` : '' })}
        </Button>
        <Button
          component="a"
          href={fileAddress(url)}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('file.download')}
        </Button>
      </Group>
      {file.state === 'unchecked' && (
        <Text size="sm" c="dimmed">
          {t('file.unchecked')}
        </Text>
      )}
    </Stack>
  );
}
