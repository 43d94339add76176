import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import type { DisbursementLine, ReceiptBody } from '../../../../../contracts/payments/receipts';
import { formatMoney } from '../../../lib/intl/format-money';
import { formatNumber } from '../../../lib/intl/format';
import { formatDay } from './format-day';

export const none = '–';

type Row = readonly [label: string, value: ReactNode];

/** What a receipt says, as lines of a label and a value. */
export function useReceiptRows(body: ReceiptBody): Row[] {
  const { t } = useTranslation('receipts');
  const { currency } = body;
  const money = (amount: number) => formatMoney({ amount, currency });
  const day = (value: string | null) => (value === null ? none : formatDay(value));
  const people = (count: number, amount: number) => t('people', { count, money: money(amount) });
  switch (body.type) {
    case 'deposit':
      return [
        [t('amount'), money(body.amount)],
        [t('reference'), body.reference],
        [t('bank_reference'), body.bank_reference ?? none],
        [t('booked_on'), day(body.booked_on)],
      ];
    case 'refund':
      return [
        [t('amount'), money(body.amount)],
        [t('reference'), body.reference ?? none],
        [t('booked_on'), day(body.booked_on)],
      ];
    case 'session':
      return [
        [t('study'), body.study_title],
        [t('spots'), formatNumber(body.spots)],
        [t('paid'), people(body.participants_paid, body.paid)],
        [t('owed'), people(body.participants_owed, body.owed)],
        [t('fees'), money(body.fees)],
        [t('held'), money(body.held)],
      ];
    case 'participant-payment': {
      const { payer } = body;
      return [
        [t('study'), body.study_title],
        [
          t('payer'),
          payer ? [fullName(payer), payer.organization].filter(Boolean).join(', ') : t('no_payer'),
        ],
        [t('participant'), body.participant ?? none],
        [t('amount'), money(body.amount)],
        ...(body.outcome === 'taken_back'
          ? ([[t('outcome'), t('taken_back')]] as const)
          : ([
              [t('paid_on'), day(body.paid_on)],
              [t('method'), body.method ? t(`methods.${body.method}`) : none],
            ] as const)),
        ...(body.confirmed_by
          ? ([[t('confirmed'), t(`confirmed_by.${body.confirmed_by}`)]] as const)
          : []),
      ];
    }
    case 'disbursement-log':
      return [
        [t('study'), body.study_title],
        [t('total'), people(body.lines.length, body.total)],
      ];
  }
}

/** The columns of a disbursement log: a name, and the cell of a line. */
export function useLogColumns(currency: string) {
  const { t } = useTranslation('receipts');
  return [
    { name: t('paid_on'), cell: ({ day }: DisbursementLine) => formatDay(day) },
    { name: t('participant'), cell: ({ participant }: DisbursementLine) => participant ?? none },
    {
      name: t('amount'),
      cell: ({ amount }: DisbursementLine) => formatMoney({ amount, currency }),
    },
    {
      name: t('method'),
      cell: ({ method }: DisbursementLine) => (method ? t(`methods.${method}`) : none),
    },
    {
      name: t('handed_over_by'),
      cell: ({ handed_over_by }: DisbursementLine) => handed_over_by ?? none,
    },
    {
      name: t('confirmed'),
      cell: ({ confirmed_by }: DisbursementLine) =>
        confirmed_by ? t(`confirmed_by.${confirmed_by}`) : none,
    },
  ];
}
