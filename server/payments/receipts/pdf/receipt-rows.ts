import { formatMoneyInLanguage } from '../../../../contracts/money/money-text';
import type { BonusKind } from '../../../../contracts/payments/bonuses';
import { formatInvoiceAddress } from '../../../../contracts/payments/receipts/address-text.rule';
import type { InvoiceAddress } from '../../../../contracts/payments/receipts/invoice-address';
import type {
  DisbursementLine,
  ReceiptBody,
  ReceiptHourlyPay,
} from '../../../../contracts/payments/receipts/receipts';
import { fullName } from '../../../../contracts/base/full-name.rule';
import { paymentsTexts } from '../../payments-texts';

type Translate = ReturnType<typeof paymentsTexts.in>['t'];
export type ReceiptTexts = Pick<ReturnType<typeof paymentsTexts.in>, 'language' | 't'>;
type Row = readonly [label: string, value: string];

export const formatReceiptDay = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const methodText = (t: Translate, method: DisbursementLine['method']): string =>
  method === null ? '–' : t(`receipt.methods.${method}`);
const confirmedText = (t: Translate, by: DisbursementLine['confirmed_by']): string =>
  by === null ? '–' : t(`receipt.confirmed_by.${by}`);

/** Converts the content of a receipt to rows of a label and a value. */
export function receiptRows(body: ReceiptBody, { language, t }: ReceiptTexts): Row[] {
  const { currency } = body;
  const money = (amount: number) => formatMoneyInLanguage(language, { amount, currency });
  const day = (value: string | null) => (value === null ? '–' : formatReceiptDay(language, value));
  const people = (count: number, amount: number) =>
    t('receipt.of_people', { count, money: money(amount) });
  const hourly = ({ amount, by, seconds }: ReceiptHourlyPay) =>
    t(`receipt.hourly_by.${by}`, {
      money: money(amount),
      minutes: new Intl.NumberFormat(language).format(Math.round(seconds / 6) / 10),
    });
  switch (body.type) {
    case 'deposit':
      return [
        ...addressed(body, language, t),
        [t('receipt.amount'), money(body.amount)],
        [t('receipt.reference'), body.reference],
        [t('receipt.bank_reference'), body.bank_reference ?? '–'],
        [t('receipt.booked_on'), day(body.booked_on)],
      ];
    case 'refund':
      return [
        [t('receipt.amount'), money(body.amount)],
        [t('receipt.reference'), body.reference ?? '–'],
        [t('receipt.booked_on'), day(body.booked_on)],
      ];
    case 'session':
      return [
        ...addressed(body, language, t),
        [t('receipt.study'), body.study_title],
        [t('receipt.spots'), new Intl.NumberFormat(language).format(body.spots)],
        [t('receipt.paid'), people(body.participants_paid, body.paid)],
        [t('receipt.owed'), people(body.participants_owed, body.owed)],
        [t('receipt.fees'), money(body.fees)],
        [t('receipt.held'), money(body.held)],
        ...(body.hourly ? [[t('receipt.hourly'), hourly(body.hourly)] as const] : []),
      ];
    case 'participant-payment':
      return [
        [t('receipt.study'), body.study_title],
        [t('receipt.payer'), payerText(body.payer) ?? t('receipt.no_payer')],
        [t('receipt.participant'), body.participant ?? '–'],
        ...(body.kind ? [[t('receipt.for'), bonusText(t, body.kind, body.reason)] as const] : []),
        [t('receipt.amount'), money(body.amount)],
        ...(body.outcome === 'paid'
          ? ([
              [t('receipt.paid_on'), day(body.paid_on)],
              [t('receipt.method'), methodText(t, body.method)],
              ...(body.confirmed_by === null
                ? []
                : [[t('receipt.confirmed'), confirmedText(t, body.confirmed_by)] as const]),
            ] as const)
          : [[t('receipt.outcome'), t('receipt.taken_back')] as const]),
      ];
    case 'disbursement-log':
      return [
        [t('receipt.study'), body.study_title],
        [t('receipt.total'), people(body.lines.length, body.total)],
      ];
    case 'bonus':
      return [
        [t('receipt.study'), body.study_title],
        [t('receipt.for'), bonusText(t, body.kind, body.reason)],
        [t('receipt.decided_on'), day(body.decided_on)],
        [t('receipt.total'), people(body.people ?? body.lines.length, body.total)],
        [t('receipt.fees'), money(body.fees)],
      ];
  }
}

const bonusText = (t: Translate, kind: BonusKind, reason: string | null | undefined): string =>
  reason ? `${t(`receipt.kinds.${kind}`)}: ${reason}` : t(`receipt.kinds.${kind}`);

const addressed = (
  { invoice_address }: { invoice_address?: InvoiceAddress | null | undefined },
  language: string,
  t: Translate,
): Row[] =>
  invoice_address
    ? [[t('receipt.invoice_address'), formatInvoiceAddress(invoice_address, language)]]
    : [];

function payerText(
  payer: Extract<ReceiptBody, { type: 'participant-payment' }>['payer'],
): string | null {
  if (payer === null) return null;
  return [fullName(payer), payer.organization].filter(Boolean).join(', ') || null;
}

/** The lines of a receipt, as a table. */
export interface ReceiptTable {
  readonly head: readonly string[];
  readonly lines: number;
  readonly cells: (line: number) => string[];
}

/** @returns null for a receipt without lines */
export function receiptTable(body: ReceiptBody, texts: ReceiptTexts): ReceiptTable | null {
  if (body.type === 'disbursement-log')
    return {
      head: logHead(texts),
      lines: body.lines.length,
      cells: (n) => cellsOf(body.lines[n], (line) => logCells(line, body.currency, texts)),
    };
  if (body.type !== 'bonus' || body.lines.length === 0) return null;
  const { currency } = body;
  return {
    head: [texts.t('receipt.participant'), texts.t('receipt.amount')],
    lines: body.lines.length,
    cells: (n) =>
      cellsOf(body.lines[n], ({ participant, amount }) => [
        participant ?? '–',
        formatMoneyInLanguage(texts.language, { amount, currency }),
      ]),
  };
}

const cellsOf = <Line>(line: Line | undefined, of: (line: Line) => string[]): string[] =>
  line === undefined ? [] : of(line);

const logHead = ({ t }: ReceiptTexts): string[] => [
  t('receipt.paid_on'),
  t('receipt.participant'),
  t('receipt.amount'),
  t('receipt.method'),
  t('receipt.handed_over_by'),
  t('receipt.confirmed'),
];

const logCells = (
  line: DisbursementLine,
  currency: string,
  { language, t }: ReceiptTexts,
): string[] => [
  line.day,
  line.participant ?? '–',
  formatMoneyInLanguage(language, { amount: line.amount, currency }),
  methodText(t, line.method),
  line.handed_over_by ?? '–',
  confirmedText(t, line.confirmed_by),
];
