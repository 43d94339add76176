import { Alert, Button, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { IconCircleX } from '../../../ui/icons/circle-x';
import { IconHelpCircle } from '../../../ui/icons/help-circle';
import { IconUpload } from '../../../ui/icons/upload';
import { Page } from '../../../ui/page';
import { ReceiptPaper } from './receipt-paper';
import { maxFileBytes, type VerificationOutcome, verifyFile } from './verify-file';
import classes from './verify-receipt.page.module.css';

/**
 * /receipts/verify: checks whether the file of a receipt is genuine; visitors can use it without an
 * account.
 */
export function VerifyReceiptPage() {
  const { t } = useTranslation('receipts');
  const [over, setOver] = useState(false);
  const check = useMutation({
    mutationFn: async (file: File): Promise<VerificationOutcome> =>
      file.size > maxFileBytes ? { kind: 'unreadable' } : verifyFile(await file.text()),
  });
  const take = (file: File | null | undefined) => {
    if (file) check.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Page title={t('verify.title')} lead={t('verify.lead')} size="sm">
      <Stack
        data-no-print
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        gap="xs"
        align="flex-start"
      >
        <Text fw={600}>{t('verify.drop')}</Text>
        <Text size="sm" c="dimmed">
          {t('verify.hint')}
        </Text>
        <FileButton onChange={take} accept="application/json,.json">
          {(given) => (
            <Button
              {...given}
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={check.isPending}
            >
              {t('verify.choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
      <ErrorNotice error={check.error} title={t('verify.failed')} />
      <div role="status" aria-label={t('verify.result')}>
        {check.data && <Verdict outcome={check.data} />}
      </div>
      {check.data?.kind === 'genuine' && (
        <ReceiptPaper
          body={check.data.body}
          signature={check.data.signature}
          voidedBy={check.data.verdict?.voided_by ?? null}
        />
      )}
      <Text size="sm" c="dimmed" data-no-print>
        {t('verify.offline')}
      </Text>
    </Page>
  );
}

function Verdict({ outcome }: { outcome: VerificationOutcome }) {
  const { t } = useTranslation('receipts');
  switch (outcome.kind) {
    case 'unreadable':
      return (
        <Alert color="yellow" icon={<IconHelpCircle aria-hidden />} title={t('verify.unreadable')}>
          {t('verify.unreadable_text')}
        </Alert>
      );
    case 'unknown':
      return (
        <Alert color="red" icon={<IconCircleX aria-hidden />} title={t('verify.unknown')}>
          {t('verify.unknown_text', { installation: outcome.installation })}
        </Alert>
      );
    case 'changed':
      return (
        <Alert color="red" icon={<IconCircleX aria-hidden />} title={t('verify.changed')}>
          {t('verify.changed_text')}
        </Alert>
      );
    case 'genuine':
      return <Genuine outcome={outcome} />;
  }
}

function Genuine({
  outcome: { verdict, body },
}: {
  outcome: Extract<VerificationOutcome, { kind: 'genuine' }>;
}) {
  const { t } = useTranslation('receipts');
  if (verdict === null)
    return (
      <Alert color="yellow" icon={<IconHelpCircle aria-hidden />} title={t('verify.genuine')}>
        {t('verify.not_asked')}
      </Alert>
    );
  return verdict.valid ? (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('verify.valid')}>
      {t('verify.valid_text', { installation: body.installation })}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('verify.voided')}>
      {t('verify.voided_text')}
    </Alert>
  );
}
