import { Alert, Stack, Text } from '@mantine/core';
import { IconFileOff } from '../../../ui/icons/file-off';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { formatDate } from '../../../lib/intl/format';
import { MarkdownText } from '../../../ui/reading/markdown';
import { printedConsentHeading } from './consent-paper';
import type { LocalizedConsentText } from '../../../domain/consents/consent-texts.rule';
import classes from './consent.page.module.css';
import { ConsentPdf } from './pdf-form';
import type { FileCheck } from './use-checked-file';

/**
 * The text of the consent form. In print it has a heading of its own; on the screen the page's
 * heading stands above it.
 */
export function ConsentFormText({
  study,
  consent,
  text,
  file,
  onArticle,
}: {
  study: Study;
  consent: Consent;
  text: LocalizedConsentText;
  /** The check of the form's PDF; null if the form is a text. */
  file: FileCheck | null;
  /** Receives the element whose headings become the table of contents. */
  onArticle: (element: HTMLElement | null) => void;
}) {
  const { t } = useTranslation(['consent', 'studies']);
  const paper = printedConsentHeading(study);
  return (
    <Stack gap="md">
      <div className={classes.onPaper}>
        <Text>{paper.study}</Text>
        <Text>
          {t('consent:contact')}: {paper.researcher}, {paper.page}
        </Text>
        {paper.questions !== null && (
          <Text>{t('consent:questions_to', { address: paper.questions })}</Text>
        )}
        <Text>
          {t('consent:version', { version: consent.version })},{' '}
          {t('studies:consent.published_on', { date: formatDate(consent.created_at) })}
        </Text>
        <Text size="xs">SHA-256 {text.sha256}</Text>
      </div>
      {consent.withdrawn && (
        <Alert icon={<IconFileOff aria-hidden />} role="note" color="orange">
          {t('studies:consent.withdrawn', {
            date: formatDate(consent.withdrawn.at),
            reason: consent.withdrawn.reason,
          })}
        </Alert>
      )}
      {text.body_markdown !== null ? (
        <article
          ref={onArticle}
          className={classes.text}
          lang={text.locale ?? undefined}
          aria-label={text.title}
        >
          <MarkdownText>{text.body_markdown}</MarkdownText>
        </article>
      ) : (
        file !== null &&
        consent.file_url && (
          <ConsentPdf key={text.sha256} title={text.title} url={consent.file_url} file={file} />
        )
      )}
    </Stack>
  );
}
