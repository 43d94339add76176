import type { InvoiceAddress } from '../../../contracts/payments/receipts/invoice-address';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Reads the invoice address of a researcher; null if there is none, or if the account is no longer
 * a researcher's.
 */
export async function invoiceAddressOf(
  on: Pick<Transaction, 'query'>,
  researcherId: string | null,
): Promise<InvoiceAddress | null> {
  const [address] = await on.query<InvoiceAddress>(
    `SELECT name, lines, country FROM identity.invoice_address WHERE account_id = $1`,
    [researcherId],
  );
  return address ?? null;
}
