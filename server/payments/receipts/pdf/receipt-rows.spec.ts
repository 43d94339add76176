import { ReceiptBody } from '../../../../contracts/payments/receipts/receipts';
import { paymentsTexts } from '../../payments-texts';
import { receiptRows } from './receipt-rows';

const receipt = {
  format: 1,
  type: 'session',
  number: 'S-2026-00004',
  day: '2026-11-29',
  id: '0193a1b2-0000-7000-8000-000000000091',
  installation: 'https://lab.test',
  key_version: 1,
  replaces: null,
  study_title: 'Attention and memory',
  currency: 'EUR',
  spots: 10,
  participants_owed: 1,
  owed: 450,
  participants_paid: 2,
  paid: 900,
  fees: 0,
  held: 3150,
  until: 'now',
};
const rows = (language: 'en' | 'de', hourly?: object | null) =>
  receiptRows(ReceiptBody.parse({ ...receipt, hourly }), paymentsTexts.in(language));

describe('The receipt of a session', () => {
  it.each([
    ['en', 'median', 'Pay per hour', '€10.98, by the median of 24.6 min that people took'],
    ['en', 'stated', 'Pay per hour', '€10.98, by the 24.6 min that the study states'],
    ['de', 'stated', 'Stundenlohn', '10,98\u00a0€, nach den 24,6 min, die die Studie angibt'],
  ] as const)(
    'has in %s the pay per hour, computed from the %s minutes',
    (language, by, label, value) => {
      expect(rows(language, { amount: 1098, by, seconds: 1476 }).at(-1)).toEqual([label, value]);
    },
  );

  it('has no row for the pay per hour when it states none, or is older than this field of receipts', () => {
    for (const hourly of [null, undefined])
      expect(rows('en', hourly).at(-1)?.[0]).toBe('Held for others');
  });
});
