import { randomUUID } from 'node:crypto';
import type { PayoutLine } from '../../../contracts/payments/bank-payouts';
import { makeBatchFile } from './batch-file';

const now = new Date('2026-11-29T10:00:00Z');
const debtor = { name: 'Lab', iban: 'DE89370400440532013000', bic: null };
const aLine = (more: Partial<PayoutLine> = {}): PayoutLine => ({
  _id: randomUUID(),
  holder: 'Ada Lovelace',
  iban: 'AT611904300234573201',
  amount: 450,
  state: 'drawn',
  reason: null,
  ...more,
});
const make = (
  format: 'csv' | 'pain.001',
  lines: readonly PayoutLine[],
  currency = 'EUR',
  payer: typeof debtor | null = debtor,
) => makeBatchFile(randomUUID(), { currency, lines }, format, payer, now);
const refusal = (code: string) => expect.objectContaining({ code }) as Error;

describe('a file for the bank', () => {
  it.each(['csv', 'pain.001'] as const)('as %s contains only the open lines', (format) => {
    const open = aLine();
    const text = make(format, [
      open,
      aLine({ state: 'paid', holder: null, iban: null }),
      aLine({ state: 'returned', holder: 'Grace Hopper' }),
      aLine({ holder: null, iban: null }),
    ]).bytes.toString();
    expect(text.match(/[0-9a-f]{32}(?=,|<\/EndToEndId>)/g)).toEqual([open._id.replaceAll('-', '')]);
    expect(text).not.toContain('Hopper');
  });

  it.each(['csv', 'pain.001'] as const)('as %s is refused without open lines', (format) =>
    expect(() => make(format, [aLine({ state: 'paid', holder: null, iban: null })])).toThrow(
      refusal('nothing_to_pay'),
    ),
  );

  it('is pain.001 only for euros within SEPA, and CSV for any currency and country', () => {
    expect(() => make('pain.001', [aLine()], 'CHF')).toThrow(refusal('not_sepa'));
    const abroad = aLine({ iban: 'TR330006100519786457841326' });
    expect(() => make('pain.001', [aLine(), abroad])).toThrow(refusal('not_sepa'));
    expect(make('csv', [aLine()], 'CHF').bytes.toString()).toContain(',4.50,CHF');
    expect(make('csv', [abroad]).bytes.toString()).toContain(abroad.iban);
  });

  it('needs a paying account when it is pain.001, and none when it is CSV', () => {
    expect(() => make('pain.001', [aLine()], 'EUR', null)).toThrow(refusal('debtor_missing'));
    expect(make('csv', [aLine()], 'EUR', null).name).toMatch(
      /^payout-batch-EUR-2026-11-29-[0-9a-f]{6}\.csv$/,
    );
  });
});
