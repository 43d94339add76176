import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import {
  type CashConfirmation,
  changePayment,
  listPayments,
  type PaymentState,
  paymentStates,
  type SessionPayment,
} from '../../../../../contracts/payments/payments';
import { maySignForCash } from '../../../domain/payment/may-sign.rule';
import { useCanPayCash } from '../../../domain/payment/use-pays-cash';
import { call } from '../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { formatMoney } from '../../../lib/intl/format-money';
import { showMessage } from '../../../lib/ui.store';
import { AppLink } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconCoins } from '../../../ui/icons/coins';
import { LoadingRows } from '../../../ui/loading/loading';
import { onDemand } from '../../../ui/on-demand';
import { ShowMore } from '../../../ui/show-more';
import { StackingTable } from '../../../ui/stacking-table';
import { useFirstPages } from '../people/use-first-pages';
import { BonusButtons } from './bonuses/bonus-buttons';
import { paymentColumns } from './payment-columns';
import { StateTotals } from './state-totals';
import { paymentTotalsOf } from './totals.rule';

const ConfirmCashDialog = onDemand(
  async () => (await import('../../../domain/payment/confirm-cash.dialog')).ConfirmCashDialog,
);

const approved: ReadonlySet<PaymentState> = new Set(['approved', 'failed']);
/**
 * The states in which the page offers to confirm cash in an anonymous session. The list of an
 * anonymous session shows the states as of last midnight. A payment that it shows as due may
 * therefore be approved by now.
 */
const maybeApproved: ReadonlySet<PaymentState> = new Set([...approved, 'due']);
const openStates = ({ privacy_level }: Session) =>
  privacy_level === 'anonymous' ? maybeApproved : approved;

/** Shows what the participants of a session are owed and were paid, by participant code. */
export function SessionPayments({ session }: { session: Session }) {
  const { t } = useTranslation('session-payments');
  const client = useQueryClient();
  const [state, setState] = useState<PaymentState | null>(null);
  const [confirming, setConfirming] = useState<SessionPayment | null>(null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const paysCash = useCanPayCash(session);
  const list = useInfiniteQuery(
    pagedQuery<SessionPayment>(listPayments, {
      query: { session: session._id, limit: limits.pageSizeMax },
    }),
  );
  // The totals and the filter cover only the loaded pages, so the first pages load without a click.
  useFirstPages(list);
  const all = itemsOfPages(list.data);
  const totals = paymentTotalsOf(all);
  const shown = state === null ? all : all.filter((one) => one.state === state);
  const refresh = () => client.invalidateQueries({ queryKey: [listPayments.path] });
  const confirm = async (payment: SessionPayment, given: CashConfirmation) => {
    try {
      await call(changePayment, {
        params: { id: payment._id },
        body: { action: 'confirm-cash', ...given },
      });
    } finally {
      await refresh();
    }
    setConfirmed((before) => new Set([...before, payment._id]));
    showMessage(t('cash.done', { money: formatMoney(payment) }), { type: 'success' });
  };
  return (
    <Stack gap="md">
      {session.privacy_level === 'anonymous' && (
        <Text size="sm" c="dimmed" className="measure">
          {t('as_of_midnight')}
        </Text>
      )}
      {list.error && (
        <ErrorNotice error={list.error} title={t('failed')} onRetry={() => void list.refetch()} />
      )}
      {list.isPending ? (
        <LoadingRows count={4} height={44} />
      ) : all.length === 0 ? (
        !list.error && <EmptyState icon={IconCoins} title={t('none')} text={t('none_text')} />
      ) : (
        <>
          <StateTotals totals={totals} />
          <BonusButtons session={session} payments={all} />
          <Group gap="md" data-no-print>
            <AppLink to={`/receipts/session/${session._id}`}>{t('receipt')}</AppLink>
            {totals.some((one) => one.state === 'paid') && (
              <AppLink to={`/receipts/disbursement-log/${session._id}`}>{t('log')}</AppLink>
            )}
          </Group>
          {list.hasNextPage && (
            <Text size="sm" role="status">
              {t('incomplete', { count: all.length })}
            </Text>
          )}
          <NativeSelect
            label={t('state_label')}
            maw={{ xs: '16rem' }}
            value={state ?? 'all'}
            onChange={({ currentTarget: { value } }) =>
              setState(paymentStates.find((one) => one === value) ?? null)
            }
            data={[
              { value: 'all', label: t('all') },
              ...totals.map((one) => ({
                value: one.state,
                label: `${t(`state.${one.state}`)} (${one.count})`,
              })),
            ]}
          />
          {shown.length > 0 ? (
            <StackingTable
              label={t('list')}
              items={shown}
              columns={paymentColumns(t, {
                mayConfirm: (one) => paysCash && openStates(session).has(one.state),
                isConfirmed: ({ _id, state: now }) => confirmed.has(_id) && now !== 'paid',
                onConfirm: setConfirming,
              })}
            />
          ) : (
            <Stack gap="sm" align="flex-start">
              <Text>{t('none_so')}</Text>
              <Button variant="default" onClick={() => setState(null)}>
                {t('show_all')}
              </Button>
            </Stack>
          )}
          <ShowMore list={list} label={t('more')} />
        </>
      )}
      {confirming && (
        <ConfirmCashDialog
          title={t('cash.title', { tag: confirming.tag.slice(0, 6) })}
          text={t('cash.text', { money: formatMoney(confirming) })}
          confirm={t('cash.submit')}
          maySign={maySignForCash(session)}
          onConfirm={(given) => confirm(confirming, given)}
          onMissing={() => setConfirming(null)}
          onClose={() => setConfirming(null)}
        />
      )}
    </Stack>
  );
}
