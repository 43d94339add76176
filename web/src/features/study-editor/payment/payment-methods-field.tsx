import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changePaymentMethods,
  type PaymentMethod,
  paymentMethods,
  readPaymentMethods,
} from '../../../../../contracts/payments/payments';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';

/**
 * How participants of a study may be paid. Each choice is saved at once; at least one method stays
 * chosen.
 */
export function PaymentMethodsField({ studyId }: { studyId: string }) {
  const { t } = useTranslation('session-payments');
  const client = useQueryClient();
  const read = query(readPaymentMethods, { params: { id: studyId } });
  const { data, error, refetch } = useQuery(read);
  const save = useMutation({
    ...mutation(changePaymentMethods),
    onSuccess: (now) => client.setQueryData(read.queryKey, now),
  });
  /** The choice that is not saved yet. */
  const [wanted, setWanted] = useState<PaymentMethod[] | null>(null);
  const latest = useRef<PaymentMethod[]>([]);
  const isSending = useRef(false);
  const [isLast, setLast] = useState(false);
  const chosen = wanted ?? data?.methods ?? [];
  const send = async (methods: PaymentMethod[]) => {
    latest.current = methods;
    setWanted(methods);
    if (isSending.current) return;
    isSending.current = true;
    try {
      let sent: PaymentMethod[];
      do {
        sent = latest.current;
        await save.mutateAsync({ params: { id: studyId }, body: { methods: sent } });
      } while (sent !== latest.current);
    } catch {
      // The error is shown below the choices, so it is not handled here.
    } finally {
      isSending.current = false;
      setWanted(null);
    }
  };
  const choose = (next: readonly string[]) => {
    setLast(next.length === 0);
    if (next.length > 0) void send(paymentMethods.filter((one) => next.includes(one)));
  };
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label={t('methods.label')}
        description={t('methods.hint')}
        value={chosen}
        onChange={choose}
        error={isLast && t('methods.one')}
      >
        <Stack gap="sm" mt="xs">
          {paymentMethods.map((one) => (
            <Checkbox
              key={one}
              value={one}
              label={t(`method.${one}`)}
              description={
                one === 'gift_code' ? (
                  <>
                    {t('methods.gift_code')}{' '}
                    <AppLink to="/payment-methods" inherit>
                      {t('methods.money')}
                    </AppLink>
                  </>
                ) : (
                  t(`methods.${one}`)
                )
              }
              disabled={!data || undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="dimmed" role="status" mih="1.5em">
        {save.isPending ? t('methods.saving') : save.isSuccess && !isLast && t('methods.saved')}
      </Text>
      {error && !data && (
        <ErrorNotice error={error} title={t('methods.failed')} onRetry={() => void refetch()} />
      )}
      <ErrorNotice error={save.error} />
    </Stack>
  );
}
