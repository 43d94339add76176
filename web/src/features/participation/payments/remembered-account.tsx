import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deletePayoutMethod,
  readPayoutMethod,
} from '../../../../../contracts/payments/bank-payouts';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { onDemand } from '../../../ui/on-demand';

const ConfirmDialog = onDemand(
  async () => (await import('../../../ui/feedback/confirm.dialog')).ConfirmDialog,
);

export const useRememberedAccount = (enabled: boolean) =>
  useQuery({ ...query(readPayoutMethod), enabled });

/**
 * The bank account that the server remembers for the next payment, with a button that deletes it.
 */
export function RememberedAccount() {
  const { t } = useTranslation('own-payments');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data } = useRememberedAccount(true);
  const forget = useMutation({
    ...mutation(deletePayoutMethod),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [readPayoutMethod.path] });
      setAsking(false);
      showMessage(t('remembered.done'), { type: 'success' });
    },
  });
  const account = data?.account;
  if (!account) return null;
  return (
    <Group gap="xs" data-no-print>
      <Text size="sm" className="numbers">
        {t('remembered.account', { end: account.iban_end, holder: account.holder })}
      </Text>
      <Button
        size="compact-sm"
        variant="transparent"
        color="gray"
        px={0}
        onClick={() => {
          forget.reset();
          setAsking(true);
        }}
        aria-label={t('remembered.forget_of', { end: account.iban_end })}
      >
        {t('remembered.forget')}
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          onMissing={() => setAsking(false)}
          onClose={() => setAsking(false)}
          onConfirm={() => forget.mutate({})}
          title={t('remembered.title')}
          confirm={t('remembered.confirm')}
          busy={forget.isPending}
          notice={<ErrorNotice error={forget.error} />}
        >
          {t('remembered.text')}
        </ConfirmDialog>
      )}
    </Group>
  );
}
