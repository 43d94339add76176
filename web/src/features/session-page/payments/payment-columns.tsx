import { Button, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { SessionPayment } from '../../../../../contracts/payments/payments';
import { PaymentBadge } from '../../../domain/payment/payment-state';
import { formatShortDay } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { AppLink } from '../../../ui/app-link';
import type { StackingTableColumn } from '../../../ui/stacking-table';
import { RejectionAnswerText } from './answer';

interface Given {
  /** Whether the reader may confirm that a payment was made in cash. */
  mayConfirm: (payment: SessionPayment) => boolean;
  /**
   * Whether a cash payment was confirmed on this page. In an anonymous session, the list shows that
   * only on the next day.
   */
  isConfirmed: (payment: SessionPayment) => boolean;
  onConfirm: (payment: SessionPayment) => void;
}

const Unbroken = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);

export const paymentColumns = (
  t: TFunction<'session-payments'>,
  { mayConfirm, isConfirmed, onConfirm }: Given,
): StackingTableColumn<SessionPayment>[] => [
  {
    name: 'tag',
    label: t('tag'),
    kind: 'heading',
    cell: ({ tag }) => <code title={tag}>{tag.slice(0, 6)}</code>,
  },
  {
    name: 'amount',
    label: t('amount'),
    kind: 'numbers',
    cell: (one) => (
      <div>
        <Unbroken>{formatMoney(one)}</Unbroken>
        {one.kind !== 'reward' && one.bonus_id !== null && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            <AppLink to={`/receipts/bonus/${one.bonus_id}`} inherit>
              {t(`bonus.kind.${one.kind}`)}
            </AppLink>
            {one.reason !== null && `: ${one.reason}`}
          </Text>
        )}
      </div>
    ),
  },
  {
    name: 'state',
    label: t('state_label'),
    cell: ({ state, answer, tag }) => (
      <>
        <PaymentBadge state={state} text={t(`state.${state}`)} />
        {answer !== null && <RejectionAnswerText tag={tag.slice(0, 6)} text={answer} />}
      </>
    ),
  },
  {
    name: 'method',
    label: t('method_label'),
    cell: ({ method }) =>
      method ? (
        t(`method.${method}`)
      ) : (
        <Text span inherit c="dimmed" aria-label={t('no_method')}>
          –
        </Text>
      ),
  },
  {
    name: 'day',
    label: t('day'),
    kind: 'numbers',
    cell: ({ day }) => <Unbroken>{formatShortDay(new Date(`${day}T12:00:00`))}</Unbroken>,
  },
  {
    name: 'actions',
    label: t('actions'),
    kind: 'actions',
    cell: (payment) =>
      isConfirmed(payment) ? (
        <Text size="sm" span>
          {t('cash.confirmed')}
        </Text>
      ) : (
        mayConfirm(payment) && (
          <Button
            variant="light"
            size="xs"
            onClick={() => onConfirm(payment)}
            aria-label={
              payment.kind === 'reward'
                ? t('cash.open_for', { tag: payment.tag.slice(0, 6) })
                : t('cash.open_for_more', {
                    tag: payment.tag.slice(0, 6),
                    money: formatMoney(payment),
                  })
            }
            data-no-print
          >
            {t('cash.open')}
          </Button>
        )
      ),
  },
];
