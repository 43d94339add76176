import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import {
  readReceipt,
  ReceiptBody,
  type Receipt,
} from '../../../../../contracts/payments/receipts/receipts';
import { ReceiptType } from '../../../../../contracts/payments/receipts/receipt-number';
import { ApiError, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { saveFile } from '../../../lib/save-file';
import { AppLink } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDownload } from '../../../ui/icons/download';
import { IconFileTypePdf } from '../../../ui/icons/file-type-pdf';
import { IconLock } from '../../../ui/icons/lock';
import { IconPrinter } from '../../../ui/icons/printer';
import { IconReceiptOff } from '../../../ui/icons/receipt-off';
import { LoadingCards } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { DisbursementNamesSheet } from './log-names';
import { ReceiptPaper } from './receipt-paper';
import { savePdf } from './save-pdf';

/**
 * /receipts/{type}/{id}: a receipt to print, or to save with its signature. `?number=` selects a
 * former version of the receipt.
 */
export function PaymentReceiptPage() {
  const { t } = useTranslation('receipts');
  const { type: given, id = '' } = useParams();
  const [search] = useSearchParams();
  const number = search.get('number') ?? undefined;
  const type = ReceiptType.safeParse(given).data;
  const { data, error, refetch } = useQuery({
    ...query(readReceipt, { params: { type: type ?? 'deposit', id }, query: { number } }),
    enabled: type !== undefined,
  });
  const title = type ? t(`title.${type}`) : t('absent');
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (type === undefined || (isAbsent && !data))
    return (
      <Page title={title} size="sm">
        <EmptyState icon={IconReceiptOff} title={t('absent')} text={t('absent_text')} />
      </Page>
    );
  if (!data)
    return (
      <Page title={title} size="sm">
        {error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingCards count={1} height={320} />
        )}
      </Page>
    );
  return <ShownReceipt receipt={data} of={{ type, id }} title={title} />;
}

function ShownReceipt({
  receipt: { file, voided_by, own_code, has_names },
  of,
  title,
}: {
  receipt: Receipt;
  of: { type: ReceiptType; id: string };
  title: string;
}) {
  const { t } = useTranslation('receipts');
  const body = ReceiptBody.parse(JSON.parse(file.receipt));
  const pdf = useMutation({ mutationFn: () => savePdf(of, body.number) });
  return (
    <Page
      title={title}
      size="sm"
      actions={
        <>
          <Button
            data-no-print
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
          <Button
            data-no-print
            variant="default"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            loading={pdf.isPending}
            onClick={() => pdf.mutate()}
          >
            {t('pdf')}
          </Button>
          <Button
            data-no-print
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveFile(`${body.number}.json`, JSON.stringify(file, null, 2))}
          >
            {t('file')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={pdf.error} title={t('pdf_failed')} />
      <ReceiptPaper body={body} signature={file.signature} voidedBy={voided_by} />
      {body.type === 'participant-payment' && (
        <Alert data-no-print role="note" color="gray" icon={<IconLock aria-hidden />}>
          {t('keep')}
        </Alert>
      )}
      {own_code !== null && (
        <Text data-no-print size="sm">
          {t('own_code', { code: own_code })}
        </Text>
      )}
      <Text data-no-print size="sm" c="dimmed">
        {t('check')}{' '}
        <AppLink to="/receipts/verify" inherit>
          {t('verify.open')}
        </AppLink>
      </Text>
      {body.type === 'disbursement-log' && has_names && (
        <DisbursementNamesSheet key={body.number} log={body} />
      )}
    </Page>
  );
}
