import type { IssuedGiftCode } from '../../../contracts/payments/payments';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import type { SealedGiftCode } from './store-gift-codes';

interface Row {
  id: string;
  key: string;
  brand: string;
  sealed: Buffer;
  expires: string | null;
}

/**
 * Reads and decrypts codes that were handed out. Codes whose owner's account was erased are left
 * out.
 * @param paymentKeys `paymentKeyOf` of payments
 * @returns the codes by the payment's key in hexadecimal digits
 */
export async function readHandedOutGiftCodes(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'open'>,
  paymentKeys: readonly Buffer[],
): Promise<Map<string, IssuedGiftCode>> {
  if (paymentKeys.length === 0) return new Map();
  const rows = await on.query<Row>(
    `SELECT id, encode(payment_key, 'hex') AS key, brand, sealed, expires::text AS expires
     FROM identity.gift_code WHERE payment_key = ANY($1::bytea[]) AND sealed IS NOT NULL`,
    [paymentKeys],
  );
  return new Map(
    rows.map(({ id, key, brand, sealed, expires }) => {
      const { code, pin } = JSON.parse(secrets.open('gift-code', id, sealed)) as SealedGiftCode;
      return [key, { brand, code, pin, expires }];
    }),
  );
}
