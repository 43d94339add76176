import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../../contracts/enrolment/participations';
import type { Money } from '../../../../../contracts/base/fields';
import type { CashCode, ParticipantPayment } from '../../../../../contracts/payments/payments';
import { groupCashCode } from '../../../domain/payment/cash-digits.rule';
import { ApiError } from '../../../lib/http/api';
import { serverNow } from '../../../lib/http/server-clock';
import { formatMoney } from '../../../lib/intl/format-money';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCircleCheck } from '../../../ui/icons/circle-check';
import { Loading } from '../../../ui/loading/loading';
import { TextPlaceholder } from '../../../ui/loading/shapes';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { cashCodeQuery } from './use-shows-code';
import { useOwnPayments } from './use-own-payments';

const msLeft = ({ expires_at }: CashCode) => Date.parse(expires_at) - serverNow();
/**
 * The time between two updates of the countdown. It is also the shortest time between two requests
 * for a code. Otherwise a code that has just expired would cause one request after the other.
 */
const tickMs = 1_000;

const isOpen = ({ state }: ParticipantPayment) =>
  state === 'due' || state === 'approved' || state === 'failed';

/** Adds up payments in the session's currency; returns an empty list if there is no payment. */
function sumOf(payments: readonly ParticipantPayment[]): Money[] {
  const [first] = payments;
  const amount = payments.reduce((sum, one) => sum + one.amount, 0);
  return first ? [{ amount, currency: first.currency }] : [];
}

function useTick(ms: number) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

interface Props {
  mine: Pick<Participation, '_id' | 'study_title'>;
  onClose: () => void;
}

/**
 * Shows the six digits with which the researcher confirms a payment in cash. The dialog notices by
 * itself when the payment is confirmed.
 */
export function CashCodeDialog({ mine, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('own-payments');
  const { t: common } = useTranslation('common');
  const payments = useOwnPayments().of(mine._id);
  // The same code confirms all payments, one after the other, so some may be paid and others not.
  const handed = payments.filter(({ state }) => state === 'paid');
  const isOver = handed.length > 0 && !payments.some(isOpen);
  const [paid] = isOver ? sumOf(handed) : [];
  const [part] = isOver ? [] : sumOf(handed);
  const code = useQuery({
    ...cashCodeQuery(mine._id),
    enabled: !paid,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      data && status === 'success' ? Math.max(tickMs, msLeft(data)) : false,
  });
  useTick(tickMs);
  const left = code.data ? msLeft(code.data) : 0;
  const shown = !paid && !code.error && left > 0 ? code.data : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('code.title')}
      closeButtonProps={{ 'aria-label': common('action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {mine.study_title}
        </Text>
        {!paid && !code.error && <Text>{t('code.text')}</Text>}
        {part && (
          <Text size="sm" className="numbers">
            {t('code.paid', { money: formatMoney(part) })}
          </Text>
        )}
        <Stack
          role="status"
          gap="xs"
          align="center"
          justify="center"
          mih={code.error ? undefined : 96}
        >
          {paid && (
            <>
              <IconCircleCheck size={44} aria-hidden color="var(--mantine-primary-color-filled)" />
              <Text fz={24} fw={650} className="numbers">
                {t('code.paid', { money: formatMoney(paid) })}
              </Text>
            </>
          )}
          {shown && (
            <Text
              fz={{ base: 52, xs: 64 }}
              lh={1.2}
              fw={650}
              className="numbers"
              style={{ letterSpacing: '0.04em', whiteSpace: 'nowrap' }}
            >
              {groupCashCode(shown.code)}
            </Text>
          )}
          {!shown && !paid && !code.error && (
            <Loading label={t('code.coming')}>
              <TextPlaceholder w={220} h={52} />
            </Loading>
          )}
        </Stack>
        {shown && (
          <Text ta="center" size="sm" role="timer">
            {left > 60_000
              ? t('code.minutes', { count: Math.ceil(left / 60_000) })
              : t('code.last_minute')}
          </Text>
        )}
        {!paid && code.error && (
          <ErrorNotice
            error={code.error}
            title={
              code.error instanceof ApiError
                ? code.error.code === 'method_not_offered'
                  ? t('code.not_offered')
                  : code.error.code === 'already_decided'
                    ? t('code.nothing_due')
                    : t('code.failed')
                : undefined
            }
            onRetry={() => void code.refetch()}
          />
        )}
        <Group justify="flex-end">
          <Button variant={paid ? 'filled' : 'default'} onClick={onClose} data-autofocus>
            {common('action.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
