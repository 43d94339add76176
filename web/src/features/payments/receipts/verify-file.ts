import {
  ReceiptFile,
  maxReceiptTextLength,
  type ReceiptKeys,
} from '../../../../../contracts/payments/receipts/receipt-file';
import { checkGenuineness } from '../../../../../contracts/payments/receipts/receipt-text.rule';
import {
  ReceiptBody,
  readReceiptKeys,
  verifyReceipt,
  type ReceiptVerdict,
} from '../../../../../contracts/payments/receipts/receipts';
import { call } from '../../../lib/http/api';

export type VerificationOutcome =
  /** The file does not contain a receipt. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unknown'; readonly installation: string }
  | { readonly kind: 'changed' }
  | {
      readonly kind: 'genuine';
      readonly body: ReceiptBody;
      readonly signature: string;
      /**
       * Whether the receipt is still valid, according to the server; null if the server did not
       * answer.
       */
      readonly verdict: ReceiptVerdict | null;
    };

/**
 * The maximum size of a receipt's file in bytes. It exceeds the length of the text, since the file
 * escapes each quotation mark of the text.
 */
export const maxFileBytes = 3 * maxReceiptTextLength;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/**
 * Verifies the signature of a text.
 * @throws DOMException if the browser has no Ed25519
 */
async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, [
    'verify',
  ]);
  const isBase64 = /^[\w-]*$/.test(signature);
  return (
    isBase64 &&
    crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
  );
}

/** Verifies a receipt in the browser; undefined if the browser cannot verify Ed25519 signatures. */
async function ownVerdict(file: ReceiptFile, keys: ReceiptKeys) {
  try {
    return await checkGenuineness(file, keys, isSigned);
  } catch {
    return undefined;
  }
}

function read(text: string): { file: ReceiptFile; body: ReceiptBody } | undefined {
  try {
    const file = ReceiptFile.parse(JSON.parse(text));
    return { file, body: ReceiptBody.parse(JSON.parse(file.receipt)) };
  } catch {
    return undefined;
  }
}

/**
 * Verifies the file of a receipt in the browser. A genuine file is then sent to the server, which
 * knows whether the receipt is still valid. If the browser cannot verify the file, the server does.
 * @throws ApiError if the server is needed and gives no answer
 */
export async function verifyFile(text: string): Promise<VerificationOutcome> {
  const found = read(text);
  if (!found) return { kind: 'unreadable' };
  const { file, body } = found;
  const unknown = { kind: 'unknown', installation: file.installation } as const;
  const own = await ownVerdict(file, await call(readReceiptKeys));
  if (own === 'unknown') return unknown;
  if (own === 'changed') return { kind: 'changed' };
  const asked = call(verifyReceipt, { body: file });
  const verdict = own === 'genuine' ? await asked.catch(() => null) : await asked;
  if (verdict?.reason === 'changed') return { kind: 'changed' };
  if (verdict?.reason === 'unknown') return unknown;
  return { kind: 'genuine', body, signature: file.signature, verdict };
}
