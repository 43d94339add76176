import type { PayoutFileFormat, PayoutLine } from '../../../contracts/payments/bank-payouts';
import { isWithinSepa } from '../../../contracts/payments/iban.rule';
import { utcDay } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import type { BatchLines } from './batch-lines.read';
import { transfersCsv, type BankTransfer } from './transfers-csv.rule';
import { paymentInitiationXml, type Debtor } from './payment-initiation';

export interface BatchFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Makes the file for the bank, with those transfers of a batch that are still to be made. Leaves
 * out lines that were paid or returned, so that uploading a file twice pays no participant twice.
 * @param debtor the paying account; null if the server does not know it
 * @throws DomainError nothing_to_pay, not_sepa, debtor_missing
 */
export function makeBatchFile(
  batchId: string,
  { currency, lines }: BatchLines,
  format: PayoutFileFormat,
  debtor: Debtor | null,
  now: Date,
): BatchFile {
  const transfers = lines.flatMap((line) => transferOf(line, currency));
  if (transfers.length === 0) throw new DomainError('nothing_to_pay');
  const name = `payout-batch-${currency}-${utcDay(now)}-${referenceOf(batchId).slice(-6)}`;
  if (format === 'csv')
    return {
      name: `${name}.csv`,
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(transfersCsv(transfers)),
    };
  if (currency !== 'EUR' || !transfers.every(({ iban }) => isWithinSepa(iban)))
    throw new DomainError('not_sepa');
  if (!debtor) throw new DomainError('debtor_missing');
  return {
    name: `${name}.xml`,
    type: 'application/xml',
    bytes: Buffer.from(paymentInitiationXml(referenceOf(batchId), transfers, debtor, now)),
  };
}

/**
 * Makes the reference that the bank gets. It may have at most 35 characters: an id has 36, but 32
 * without its hyphens.
 */
const referenceOf = (id: string): string => id.replaceAll('-', '');

function transferOf(line: PayoutLine, currency: string): BankTransfer[] {
  const { _id, state, holder, iban, amount } = line;
  return state !== 'drawn' || holder === null || iban === null
    ? []
    : [{ reference: referenceOf(_id), holder, iban, amount, currency }];
}
