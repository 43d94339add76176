import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import type { BonusKind } from '../../../../../contracts/payments/bonuses';
import type { BonusReceiptLine } from '../../../../../contracts/payments/receipts/bonus-receipt';
import { formatInvoiceAddress } from '../../../../../contracts/payments/receipts/address-text.rule';
import type {
  DisbursementLine,
  ReceiptBody,
  ReceiptHourlyPay,
} from '../../../../../contracts/payments/receipts/receipts';
import { formatMoney } from '../../../lib/intl/format-money';
import { formatNumber } from '../../../lib/intl/format';
import { formatDay } from './format-day';

export const emptyCell = '–';

type Row = readonly [label: string, value: ReactNode];

/** Returns the content of a receipt as rows with a label and a value. */
export function useReceiptRows(body: ReceiptBody): Row[] {
  const { t, i18n } = useTranslation('receipts');
  const { currency } = body;
  const address = 'invoice_address' in body ? body.invoice_address : null;
  const addressed: Row[] = address
    ? [[t('invoice_address'), formatInvoiceAddress(address, i18n.language)]]
    : [];
  const money = (amount: number) => formatMoney({ amount, currency });
  const day = (value: string | null) => (value === null ? emptyCell : formatDay(value));
  const people = (count: number, amount: number) => t('people', { count, money: money(amount) });
  const bonus = (kind: BonusKind, reason: string | null | undefined) =>
    reason ? `${t(`kinds.${kind}`)}: ${reason}` : t(`kinds.${kind}`);
  const hourly = ({ amount, by, seconds }: ReceiptHourlyPay) =>
    t(`hourly_by.${by}`, {
      money: money(amount),
      minutes: formatNumber(Math.round(seconds / 6) / 10),
    });
  switch (body.type) {
    case 'deposit':
      return [
        ...addressed,
        [t('amount'), money(body.amount)],
        [t('reference'), body.reference],
        [t('bank_reference'), body.bank_reference ?? emptyCell],
        [t('booked_on'), day(body.booked_on)],
      ];
    case 'refund':
      return [
        [t('amount'), money(body.amount)],
        [t('reference'), body.reference ?? emptyCell],
        [t('booked_on'), day(body.booked_on)],
      ];
    case 'session':
      return [
        ...addressed,
        [t('study'), body.study_title],
        [t('spots'), formatNumber(body.spots)],
        [t('paid'), people(body.participants_paid, body.paid)],
        [t('owed'), people(body.participants_owed, body.owed)],
        [t('fees'), money(body.fees)],
        [t('held'), money(body.held)],
        ...(body.hourly ? [[t('hourly'), hourly(body.hourly)] as const] : []),
      ];
    case 'participant-payment': {
      const { payer } = body;
      return [
        [t('study'), body.study_title],
        [
          t('payer'),
          payer ? [fullName(payer), payer.organization].filter(Boolean).join(', ') : t('no_payer'),
        ],
        [t('participant'), body.participant ?? emptyCell],
        ...(body.kind ? [[t('for'), bonus(body.kind, body.reason)] as const] : []),
        [t('amount'), money(body.amount)],
        ...(body.outcome === 'taken_back'
          ? ([[t('outcome'), t('taken_back')]] as const)
          : ([
              [t('paid_on'), day(body.paid_on)],
              [t('method'), body.method ? t(`methods.${body.method}`) : emptyCell],
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
    case 'bonus':
      return [
        [t('study'), body.study_title],
        [t('for'), bonus(body.kind, body.reason)],
        [t('decided_on'), day(body.decided_on)],
        [t('total'), people(body.people ?? body.lines.length, body.total)],
        [t('fees'), money(body.fees)],
      ];
  }
}

/**
 * Returns the columns of the table in a disbursement log. Each column has a name, and a function
 * that makes the cell of a line.
 */
export function useDisbursementLogColumns(currency: string) {
  const { t } = useTranslation('receipts');
  return [
    { name: t('paid_on'), cell: ({ day }: DisbursementLine) => formatDay(day) },
    {
      name: t('participant'),
      cell: ({ participant }: DisbursementLine) => participant ?? emptyCell,
    },
    {
      name: t('amount'),
      cell: ({ amount }: DisbursementLine) => formatMoney({ amount, currency }),
    },
    {
      name: t('method'),
      cell: ({ method }: DisbursementLine) => (method ? t(`methods.${method}`) : emptyCell),
    },
    {
      name: t('handed_over_by'),
      cell: ({ handed_over_by }: DisbursementLine) => handed_over_by ?? emptyCell,
    },
    {
      name: t('confirmed'),
      cell: ({ confirmed_by }: DisbursementLine) =>
        confirmed_by ? t(`confirmed_by.${confirmed_by}`) : emptyCell,
    },
  ];
}

export function useBonusColumns(currency: string) {
  const { t } = useTranslation('receipts');
  return [
    {
      name: t('participant'),
      cell: ({ participant }: BonusReceiptLine) => participant ?? emptyCell,
    },
    {
      name: t('amount'),
      cell: ({ amount }: BonusReceiptLine) => formatMoney({ amount, currency }),
    },
  ];
}
