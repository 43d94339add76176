import { z } from 'zod';

/**
 * The longest text, in characters, of a receipt that this server checks: about ten thousand lines
 * of a disbursement log.
 */
export const maxReceiptTextLength = 2_000_000;

/** The file of a receipt. Its signature covers the bytes (UTF-8) of the text `receipt`. */
export const ReceiptFile = z
  .strictObject({
    /** JSON: what the receipt says (contracts/payments/receipts/receipts.ts). */
    receipt: z.string().max(maxReceiptTextLength),
    /** Ed25519, base64url. */
    signature: z.string().max(100),
    /** Which version of the installation's signing key made the signature. */
    key_version: z.int().min(1).max(32_767),
    /** The address of the installation that issued it. */
    installation: z.string().max(300),
  })
  .meta({ id: 'ReceiptFile' });
export type ReceiptFile = z.output<typeof ReceiptFile>;

export const ReceiptKeys = z
  .object({
    installation: z.string(),
    keys: z.array(
      z.object({
        version: z.int(),
        /** Ed25519, 32 bytes in base64url. */
        public_key: z.string(),
      }),
    ),
  })
  .meta({ id: 'ReceiptKeys' });
export type ReceiptKeys = z.output<typeof ReceiptKeys>;
