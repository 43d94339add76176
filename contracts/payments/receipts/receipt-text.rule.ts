import type { ReceiptFile, ReceiptKeys } from './receipt-file';

/*
 * Defines the signed text of a receipt's file, and checks whether a file is genuine. Server and
 * browser use the same code; scripts/receipts/verify.mjs makes the same checks without this code.
 */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * Returns the canonical JSON text of a value (RFC 8785, JCS): keys sorted by UTF-16 code units, no
 * spaces.
 * @throws Error for a number that is not a safe integer: amounts are in minor units
 */
export function canonicalJsonText(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error(`${value} is no integer`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJsonText).join()}]`;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => `${JSON.stringify(key)}:${canonicalJsonText(of)}`)
    .join()}}`;
}

/**
 * Whether the signed text of a receipt names the installation and the key version that the file
 * states beside the text.
 */
export function matchesSigningKey(file: ReceiptFile): boolean {
  try {
    const body = JSON.parse(file.receipt) as Partial<ReceiptFile> | null;
    return body?.installation === file.installation && body.key_version === file.key_version;
  } catch {
    return false;
  }
}

/**
 * `unknown`: the receipt is from another installation, or signed with a key that this installation
 * does not have. `changed`: the signature does not match the bytes.
 */
export type ReceiptGenuineness = 'genuine' | 'unknown' | 'changed';

/**
 * Whether a file is a receipt of the installation. Does not check whether a later receipt voids it.
 * @param isSigned verifies Ed25519; the key and the signature are bytes in base64url
 */
export async function checkGenuineness(
  file: ReceiptFile,
  { installation, keys }: ReceiptKeys,
  isSigned: (publicKey: string, text: string, signature: string) => boolean | Promise<boolean>,
): Promise<ReceiptGenuineness> {
  const key = keys.find(({ version }) => version === file.key_version);
  if (file.installation !== installation || !key) return 'unknown';
  const isGenuine =
    matchesSigningKey(file) && (await isSigned(key.public_key, file.receipt, file.signature));
  return isGenuine ? 'genuine' : 'changed';
}
