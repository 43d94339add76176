import type { BodyOf } from '../../../contracts/payments/receipts/receipts';
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
 * `words` describe the facts: a researcher's new name, or a pay per hour that changed with another
 * person's minutes, does not void a receipt.
 */
export type Statement<T extends ReceiptType> = {
  facts: Omit<BodyOf<T>, Head | Words>;
  words: Pick<BodyOf<T>, Extract<keyof BodyOf<T>, Words>>;
};

export interface FactsOf {
  readonly tx: Transaction;
  readonly secrets: Pick<Secrets, 'mac'>;
  readonly now: Date;
}
