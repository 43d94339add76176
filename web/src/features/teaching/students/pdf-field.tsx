import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { IconUpload } from '../../../ui/icons/upload';

interface Props {
  file: File | null;
  onChange: (file: File | null) => void;
  isMissing: boolean;
  /** The share of the file that was sent, from 0 to 1; null while no file is being sent. */
  part: number | null;
}

/**
 * The field for a PDF from this device. A file that is larger than the server accepts is not sent.
 */
export function PdfField({ file, onChange, isMissing, part }: Props) {
  const { t } = useTranslation('credits');
  const [isTooBig, setTooBig] = useState(false);
  const hint = useId();
  const fault = useId();
  const isWrong = isTooBig || isMissing;
  const most = formatBytes(teachingLimits.submissionPdfBytes);
  const choose = (next: File | null) => {
    const exceeds = next !== null && next.size > teachingLimits.submissionPdfBytes;
    setTooBig(exceeds);
    onChange(exceeds ? null : next);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" id={hint}>
        {t('form.pdf_hint', { size: most })}
      </Text>
      <Group gap="sm">
        <FileButton onChange={choose} accept="application/pdf">
          {(given) => (
            <Button
              {...given}
              variant="default"
              aria-describedby={isWrong ? `${hint} ${fault}` : hint}
              leftSection={<IconUpload size={18} aria-hidden />}
              disabled={part !== null}
            >
              {t(file ? 'form.other_pdf' : 'form.choose_pdf')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file.name} · {formatBytes(file.size)}
          </Text>
        )}
      </Group>
      {part !== null && <Progress value={100 * part} aria-label={t('form.progress')} />}
      {isWrong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" id={fault}>
          {isTooBig ? t('form.too_big', { size: most }) : t('form.pdf_missing')}
        </Text>
      )}
    </Stack>
  );
}
