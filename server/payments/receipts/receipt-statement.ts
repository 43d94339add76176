import type { ReceiptBodyOf } from '../../../contracts/payments/receipts/receipts';
import type { ReceiptType } from '../../../contracts/payments/receipts/receipt-number';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';

type Head =
  | 'format'
  | 'type'
  | 'number'
  | 'day'
  | 'id'
  | 'installation'
  | 'key_version'
  | 'replaces';
type Words = 'study_title' | 'payer' | 'invoice_address' | 'hourly';

/**
 * The current content of a receipt. `facts` decide whether an earlier receipt is still valid.
 * `words` describe the facts and may change without voiding the receipt: a researcher's name, for
 * example, or the hourly pay, which depends on how much time the participants took.
 */
export type ReceiptStatement<T extends ReceiptType> = {
  facts: Omit<ReceiptBodyOf<T>, Head | Words>;
  words: Pick<ReceiptBodyOf<T>, Extract<keyof ReceiptBodyOf<T>, Words>>;
};

export interface ReceiptFactSources {
  readonly tx: Transaction;
  readonly secrets: Pick<Secrets, 'mac'>;
  readonly now: Date;
}
