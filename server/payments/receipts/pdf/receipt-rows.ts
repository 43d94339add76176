import { moneyText } from '../../../../contracts/money/money-text';
import type { DisbursementLine, ReceiptBody } from '../../../../contracts/payments/receipts';
import { fullName } from '../../../../contracts/base/full-name.rule';
import { paymentsTexts } from '../../payments-texts';

type Translate = ReturnType<typeof paymentsTexts.in>['t'];
export type ReceiptTexts = Pick<ReturnType<typeof paymentsTexts.in>, 'language' | 't'>;
type Row = readonly [label: string, value: string];

export const dayText = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const methodText = (t: Translate, method: DisbursementLine['method']): string =>
  method === null ? '–' : t(`receipt.methods.${method}`);
const confirmedText = (t: Translate, by: DisbursementLine['confirmed_by']): string =>
  by === null ? '–' : t(`receipt.confirmed_by.${by}`);

/** What a receipt says, as lines of a label and a value. */
export function receiptRows(body: ReceiptBody, { language, t }: ReceiptTexts): Row[] {
  const { currency } = body;
  const money = (amount: number) => moneyText(language, { amount, currency });
  const day = (value: string | null) => (value === null ? '–' : dayText(language, value));
  const people = (count: number, amount: number) =>
    t('receipt.of_people', { count, money: money(amount) });
  switch (body.type) {
    case 'deposit':
      return [
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
        [t('receipt.study'), body.study_title],
        [t('receipt.spots'), new Intl.NumberFormat(language).format(body.spots)],
        [t('receipt.paid'), people(body.participants_paid, body.paid)],
        [t('receipt.owed'), people(body.participants_owed, body.owed)],
        [t('receipt.fees'), money(body.fees)],
        [t('receipt.held'), money(body.held)],
      ];
    case 'participant-payment':
      return [
        [t('receipt.study'), body.study_title],
        [t('receipt.payer'), payerText(body.payer) ?? t('receipt.no_payer')],
        [t('receipt.participant'), body.participant ?? '–'],
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
  }
}

function payerText(
  payer: Extract<ReceiptBody, { type: 'participant-payment' }>['payer'],
): string | null {
  if (payer === null) return null;
  return [fullName(payer), payer.organization].filter(Boolean).join(', ') || null;
}

/** The head of a disbursement log. */
export const lineHead = ({ t }: ReceiptTexts): string[] => [
  t('receipt.paid_on'),
  t('receipt.participant'),
  t('receipt.amount'),
  t('receipt.method'),
  t('receipt.handed_over_by'),
  t('receipt.confirmed'),
];

/** The cells of a line of a disbursement log. */
export const lineCells = (
  line: DisbursementLine,
  currency: string,
  { language, t }: ReceiptTexts,
): string[] => [
  line.day,
  line.participant ?? '–',
  moneyText(language, { amount: line.amount, currency }),
  methodText(t, line.method),
  line.handed_over_by ?? '–',
  confirmedText(t, line.confirmed_by),
];
