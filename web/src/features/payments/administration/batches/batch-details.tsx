import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PayoutFileFormat,
  type PayoutLine,
  readPayoutBatch,
} from '../../../../../../contracts/payments/bank-payouts';
import { query } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconDownload } from '../../../../ui/icons/download';
import { IconEye } from '../../../../ui/icons/eye';
import { LoadingRows } from '../../../../ui/loading/loading';
import { BatchLines } from './batch-lines';
import { ConfirmPaidDialog } from './paid.dialog';
import { ReturnedTransferDialog } from './return.dialog';
import { saveBatchFile } from './save-batch-file';

type Marking = { as: 'all' } | { as: 'paid' | 'returned'; line: PayoutLine };

/**
 * Shows the recipients of a batch, its files, and the results that the bank reported. It loads the
 * batch only once, because the audit log records every read of a batch.
 */
export function BatchDetails({ id }: { id: string }) {
  const { t } = useTranslation('payments');
  const [marking, setMarking] = useState<Marking | null>(null);
  const shown = useQuery({
    ...query(readPayoutBatch, { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const save = useMutation({
    mutationFn: (format: PayoutFileFormat) =>
      saveBatchFile({ _id: id, currency: shown.data?.currency ?? '' }, format),
  });
  if (shown.isPending) return <LoadingRows count={6} />;
  if (!shown.data)
    return (
      <ErrorNotice
        error={shown.error}
        title={t('payouts.lines_failed')}
        onRetry={() => void shown.refetch()}
      />
    );
  const batch = shown.data;
  const open = batch.lines.filter(({ state }) => state === 'drawn');
  const formats: PayoutFileFormat[] = batch.currency === 'EUR' ? ['pain.001', 'csv'] : ['csv'];
  const close = () => setMarking(null);
  return (
    <Stack gap="lg">
      <Alert color="gray" icon={<IconEye aria-hidden />}>
        {t('payouts.shown')}
      </Alert>
      {open.length > 0 && (
        <Group gap="sm">
          {formats.map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={save.isPending && save.variables === format}
              onClick={() => save.mutate(format)}
            >
              {t(format === 'csv' ? 'payouts.file.csv' : 'payouts.file.pain')}
            </Button>
          ))}
          <Button onClick={() => setMarking({ as: 'all' })}>{t('payouts.pay.all')}</Button>
        </Group>
      )}
      <ErrorNotice error={save.error} />
      <BatchLines
        currency={batch.currency}
        lines={batch.lines}
        onMark={(line, as) => setMarking({ line, as })}
      />
      {marking?.as === 'returned' && (
        <ReturnedTransferDialog batch={batch} line={marking.line} onClose={close} />
      )}
      {marking && marking.as !== 'returned' && (
        <ConfirmPaidDialog
          batch={batch}
          lines={marking.as === 'all' ? open : [marking.line]}
          isAll={marking.as === 'all'}
          onClose={close}
        />
      )}
    </Stack>
  );
}
